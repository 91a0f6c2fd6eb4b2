#!/usr/bin/env node
/**
 * Sessions and the store that keeps them.
 */
"use strict";

const fs = require("fs");
const { join, resolve: absolute } = require("path");
const Clock = require("./clock").Clock;
const { execSync } = require("child_process");
require("./setup");
import main, { parse as read } from "./parse.js";
import * as shapes from "./shapes.js";
export { Pool as default } from "./pool.js";
export * from "./errors.js";

/** The most sessions. */
const LIMIT = 20;
var first = function () {}, second = () => LIMIT;

/**
 * A session.
 * @param {string} name
 */
function Session(name) {
  this.name = name;
  this.touch = function () {
    return name;
  };
}

Session.prototype.close = function close(reason) {
  return this.touch(reason);
};

Session.prototype = {
  open: function (path) {
    return fs.readFileSync(join(path));
  },
  get size() {
    return 1;
  },
};

Session.LIMITS = { soft() {} };
Session.create = (name) => new Session(name);

class Base {
  static count = 0;
  #secret = 1;
  static build() {
    return new this();
  }
}

// Keeps sessions.
@register("store")
export class Store extends Base {
  clock = new Clock();
  onClose = () => this.close();

  constructor(limit = LIMIT, ...rest) {
    super(limit);
    this.pool = new shapes.Pool(rest);
  }

  get size() {
    return this.pool.size();
  }

  async *rows({ key, value }) {
    yield* this.pool.rows(key);
    if (!value) throw new MissingError(key);
    super.rows();
  }
  static #hidden() {}
}

const handlers = {
  start() {
    main(process.env.HOME);
  },
  stop: function () {
    execSync("git status");
  },
  nested: { reset: () => read(first) },
};

export const open = async (path) => {
  const store = new Store();
  const lazy = await import("./lazy.js");
  lazy.run(store);
  return store.rows(absolute(path));
};

function* numbers() {
  yield 1;
}

exports.Session = Session;
exports.helper = function (row) {
  return handlers.start(row);
};
exports.defaults = { limit: LIMIT };
exports.shapes = require("./shapes");
module.exports.later = class extends Store {};
module.exports = { handlers, render() {}, View: () => <Store.Panel open={second} /> };

router.get("/sessions", function list(request) {
  return <Row id={request.id} />;
});

export default class {
  run() {
    numbers();
  }
}
