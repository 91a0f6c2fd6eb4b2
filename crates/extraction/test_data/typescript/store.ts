// Sessions and the store that keeps them.
import Clock, { type Tick, now as current } from "./clock";
import * as codec from "../codec/index";
import type { Shape } from "./shape";
import "./polyfill";
import legacy = require("./legacy");
import { spawn } from "node:child_process";

export * from "./errors";
export * as wire from "./wire";
export { Pool as SessionPool, drain } from "./pool";

/** The most sessions at once. */
export const LIMIT = 20;
let counter = 0, total = 0;

export type Key = string | number;

/** What can be closed. */
export interface Closable<T> extends Disposable, codec.Named<T> {
  readonly name: string;
  onClose?: (reason: string) => void;
  close(): Promise<void>;
  new (name: string): Closable<T>;
}

export enum State {
  Open,
  Closed = "closed",
}

export abstract class Base<T> {
  protected abstract load(key: Key): Promise<Store>;
  static create(): Base<Key> {
    return new Store(new Clock());
  }
}

/**
 * A store. Uses `Clock` and `Base.create`.
 */
@Injectable({ root: true })
export class Store extends Base<Key> implements Closable<Key>, codec.Mixin {
  static count = 0;
  #items: Map<Key, Session> = new Map();
  private codec = new codec.Codec();
  pool!: Pool;
  onClose = (reason: string): void => {
    this.log(reason);
  };

  constructor(private readonly clock: Clock, public limit: number = LIMIT) {
    super();
  }

  /** How many. */
  @memoize
  get size(): number {
    return this.#items.size;
  }

  set size(value: number) {
    throw new RangeError("read only");
  }

  find(key: string): Session;
  find(key: number): Session;
  find(key: Key): Session {
    const session = this.pool.take(key);
    session.touch();
    const home = process.env.HOME;
    const { id, owner: by } = session;
    return open(home)?.find(by) ?? Store.create().load(key);
  }

  protected async load(key: Key): Promise<Store> {
    const raw = await this.codec.decode(key);
    const lazy = await import("./lazy");
    spawn("git", ["status"]);
    lazy.run(raw as Shape);
    return this;
  }

  private log(text: string) {
    function inner(row: string) {
      return current(row);
    }
    return [text].map(inner);
  }
}

export const open = async (path: string): Promise<Store> => {
  const store: Store = await Store.create();
  store.find(path);
  return store;
};

const handlers = {
  start(event: Tick) {
    open(event.path);
  },
  stop: function () {
    handlers.start(legacy.last());
  },
  nested: { reset: () => counter++ },
  limit: LIMIT,
};

namespace Inner.Deep {
  export function parse(row: string): Shape {
    return JSON.parse(row);
  }
}

declare module "external" {
  export function probe(key: Key): void;
}

declare const VERSION: string;
export declare function boot(state: State): asserts state;

const Anonymous = class extends Base<Key> {
  run() {}
};

app.get("/sessions", (request) => handlers.start(request));

export default function main() {
  const all = Inner.Deep.parse("");
  return all;
}
