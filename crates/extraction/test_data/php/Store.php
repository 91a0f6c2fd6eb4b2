<?php
/**
 * Sessions and the store that keeps them.
 */

declare(strict_types=1);

namespace Sample\Store;

use Sample\Clock\Clock;
use Sample\Codec as Wire;
use Sample\Util\{Checks, Text as Words};
use function Sample\Util\require_key;
use const Sample\Util\DEPTH;

const LIMIT = 20;
define('MODE', 'fast');

/** What can be closed. */
interface Closable extends \Countable, Named
{
    const KIND = 'closable';

    public function close(): void;
}

trait Logs
{
    protected ?Logger $logger = null;

    private function log(string $text): void
    {
        $this->logger->info($text);
    }
}

/**
 * A store. Uses `Clock`.
 */
#[Service('store')]
final class Store extends Base implements Closable, Wire\Named
{
    use Logs, Words;

    public const VERSION = '1';
    public static int $count = 0;
    private array $items = [], $spare;

    public function __construct(private readonly Clock $clock, protected Pool $pool, int $limit = LIMIT)
    {
        parent::__construct($limit);
        $this->codec = new Wire\Codec();
    }

    /**
     * Finds a session.
     */
    #[Cached]
    public function find(string|int $key, Session ...$rest): ?Session
    {
        $session = $this->pool->take($key);
        $session->touch()->mark();
        $this->clock?->tick();
        $other = new Session($key);
        $other->close();
        self::$count++;
        static::create(require_key($key), self::VERSION);
        $home = getenv('HOME');
        exec('git status');
        if ($other instanceof Wrapped) {
            $other->open();
        }
        try {
            $rows = array_map(fn (Row $row) => $row->id(), $this->items);
        } catch (StoreException $failure) {
            throw new \RuntimeException($failure->text());
        }
        return Checks::first($rows) ?? null;
    }

    public static function create(string $path): static
    {
        return new static($path);
    }

    abstract protected function load(): Store;
}

enum State: string implements Named
{
    case Open = 'open';
    case Closed = 'closed';

    public function label(): string
    {
        return Words\title($this->value);
    }
}

function open(Store $store, &$found): Session
{
    $found = $store->find(MODE);
    $make = new class extends Base {
        public function close(): void {}
    };
    return $found;
}

class StoreTest
{
    #[Route('/sessions')]
    public function testOpens(): void
    {
        open(Store::create(''), $row);
    }
}
