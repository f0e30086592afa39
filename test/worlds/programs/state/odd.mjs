// What is hardest to look at: things that would run code of the program if they were touched, or that cannot be changed.
import { EventEmitter } from "node:events";

function touched() {
  throw new Error("a line of the program was run");
}

const traps = { get: touched, has: touched, ownKeys: touched, getPrototypeOf: touched, getOwnPropertyDescriptor: touched };

class Counter {
  static made = 2;
  static get latest() {
    return touched();
  }
  #at = 1;
  get at() {
    return touched();
  }
  set at(value) {
    touched(value);
  }
  get #computed() {
    return touched();
  }
  tell() {
    return this.#at;
  }
}

class Step extends Counter {
  #by = 10;
  own = 3;
  by() {
    return this.#by;
  }
}

class Table extends Map {
  get = touched;
  keys() {
    return touched();
  }
  get size() {
    return touched();
  }
  [Symbol.iterator]() {
    return touched();
  }
}

class Emitter extends EventEmitter {
  own = 1;
}

const ascending = (a, b) => a - b;
const descending = (a, b) => b - a;
const buffer = new ArrayBuffer(4);
const without = Object.create(null);
without.a = 1;
const sparse = [1, , 3];
sparse[6] = 7;
const weak = {};
const table = new Table();
Map.prototype.set.call(table, "k", 1);
function memory() {}
memory.cache = new Map([["k", 1]]);
function* numbers() {
  yield 1;
  yield 2;
}
const generator = numbers();
generator.next();

const it = {
  step: new Step(),
  table,
  emitter: new Emitter(),
  url: new URL("http://localhost/"),
  behind: Object.create(new Proxy({}, traps)),
  callable: new Proxy(touched, traps),
  toString: touched,
  toJSON: touched,
  constructor: {
    get name() {
      return touched();
    },
  },
  [Symbol("s")]: 1,
  [Symbol("s")]: 2,
  without,
  sparse,
  buffer,
  bytes: new Uint8Array(buffer, 1, 2),
  more: new Uint8Array(buffer),
  text: Buffer.from("abc"),
  numbers: new Float64Array([Number.NaN, -0, 1.5]),
  weakly: new WeakMap([[weak, 1]]),
  reference: new WeakRef(weak),
  generator,
  promise: (async () => await new Promise(() => {}))(),
  order: ascending,
  memory,
  infinite: Number.NEGATIVE_INFINITY,
  frozen: Object.freeze([1, 2]),
  sealed: Object.seal({ a: 1 }),
  fixed: Object.preventExtensions({ a: 1 }),
};

function look(world) {
  return world;
}

look(it);
const [first, second] = Object.getOwnPropertySymbols(it);
console.log(
  JSON.stringify({
    step: [it.step.tell(), it.step.by(), it.step.own],
    made: Counter.made,
    table: [...Map.prototype.values.call(table)],
    symbols: [it[first], it[second]],
    without: { ...without },
    sparse: Object.entries(it.sparse),
    bytes: [...it.more],
    text: it.text.toString(),
    sorted: [2, 3, 1].sort(it.order),
    cache: [...memory.cache],
    extra: it.extra && Object.entries(it.extra),
    length: it.extra?.length,
    late: late(),
  }),
);

function late() {
  return [ascending, descending].length + Counter.length;
}
