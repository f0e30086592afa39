// One of everything that a variable may hold; `look` is the place to stop at, and what is printed tells what was changed.
import { next } from "./counter.mjs";
import register from "./register.cjs";

class Point {
  #secret = 7;
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
  get norm() {
    throw new Error("a getter was run");
  }
  tell() {
    return `${this.x} ${this.y} ${this.#secret}`;
  }
}

class Tree {
  constructor(value) {
    this.value = value;
    this.next = null;
  }
}

const shared = { name: "shared" };
const ring = new Tree("a");
ring.next = new Tree("b");
ring.next.next = ring;

const world = {
  point: new Point(1, 2),
  one: shared,
  other: shared,
  ring,
  list: [1, "two", [3]],
  map: new Map([
    ["k", 1],
    [2, "n"],
    [shared, "object"],
  ]),
  set: new Set(["x", 1, shared]),
  bytes: new Uint8Array([1, 2, 3]),
  when: new Date(86_400_000),
  pattern: /a+/g,
  big: 12345678901234567890n,
  symbol: Symbol.for("told"),
  unique: Symbol("untold"),
  error: new TypeError("wrong", { cause: "reason" }),
  minus: -0,
  nothing: null,
  missing: undefined,
  proxy: new Proxy({}, { get: trap, ownKeys: trap, getOwnPropertyDescriptor: trap, getPrototypeOf: trap, has: trap }),
  promise: Promise.resolve(1),
  method() {},
  get computed() {
    throw new Error("a getter was run");
  },
  frozen: Object.freeze({ at: 1 }),
};

function trap() {
  throw new Error("a trap was run");
}

function counter(start) {
  let at = start;
  const step = 10;
  return function up(by) {
    look(world);
    at += step * by;
    return at;
  };
}

function look(it) {
  return it;
}

register.add("second");
const result = counter(1)(2);
console.log(
  JSON.stringify([
    world.point.tell(),
    world.one === world.other,
    world.ring.next.value,
    world.list,
    [...world.map.values()],
    world.set.size,
    [...world.bytes],
    world.when.getTime(),
    String(world.pattern),
    String(world.big),
    world.error.message,
    result,
    next(),
    register.tell(),
    world.extra?.tell?.() ?? world.extra ?? null,
  ]),
);
