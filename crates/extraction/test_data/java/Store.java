/*
 * Sessions and the store that keeps them.
 */
package org.sample.store;

import static org.sample.util.Checks.require;

import java.util.Map;
import java.util.function.*;
import org.sample.clock.Clock;

/**
 * A store. Uses {@code Clock} and `Base.close`.
 */
@Component("store")
public class Store<K extends Key> extends Base<K> implements Closable, org.sample.io.Named {
    private static final int LIMIT = 20;
    public Clock clock, backup;
    protected Map<K, Session> items = new HashMap<>();
    private final Pool pool = Pool.create();

    static {
        Registry.enter("store");
    }

    public Store(Clock clock) throws StoreException, IOException {
        super(clock);
        this.clock = clock;
    }

    Store() {
        this(new Clock());
    }

    /** Finds a session. */
    @Override
    @Deprecated
    public <T> Session find(final K key, String... names) {
        Session session = pool.take(key);
        var other = new Session(names);
        session.touch().mark();
        this.clock.tick();
        close();
        super.close();
        if (key instanceof TextKey text) {
            text.trim();
        }
        for (Session each : items.values()) {
            each.close();
        }
        names.forEach(Store::parse);
        Supplier<Store> maker = Store::new;
        try (Reader reader = Reader.open(System.getenv("HOME"))) {
            new ProcessBuilder("git", "status").start();
        } catch (StoreException failure) {
            throw new IllegalStateException(failure.cause());
        }
        Runnable task = () -> require(session);
        return new Wrapper(session) {
            @Override
            public void close() {
                task.run();
            }
        };
    }

    abstract int size();

    private static Optional<Store> parse(String row) {
        return Optional.of(Inner.build(row).store);
    }

    static class Inner {
        Store store;

        static Inner build(String row) {
            return new Store.Inner();
        }
    }

    enum State implements Named {
        OPEN("open") {
            @Override
            String label() {
                return "o";
            }
        },
        CLOSED("closed");

        private final String text;

        State(String text) {
            this.text = text;
        }

        String label() {
            return text;
        }
    }

    interface Visitor<T> extends Consumer<T>, Closable {
        int DEPTH = 3;

        void visit(T item);

        default void leave() {}
    }
}

record Point(int x, Clock clock) implements Shape {
    Point {
        require(x);
    }

    static Point origin() {
        return new Point(0, null);
    }
}

@interface Marker {
    String value() default "";
}

class StoreTest {
    @GetMapping("/sessions")
    @Test
    void opens() {
        new Store<>().find(null);
    }
}
