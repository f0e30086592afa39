import { join } from "node:path";
import { expect, test } from "vitest";
import type { NewValue, ObjectCopy, ValueChange, ValuePath, Vertex } from "../../../runtimes/protocol/state.ts";
import { drive, local, number, programs } from "./node-program.ts";

const place = { function: "look", hit: 1 };
type Output = Readonly<Record<string, unknown>>;

/** The names of what `objects.mjs` prints in a list. */
const names = [
  "point",
  "same",
  "ring",
  "list",
  "map",
  "set",
  "bytes",
  "when",
  "pattern",
  "big",
  "error",
  "result",
  "next",
  "register",
  "extra",
];
const objects = await changeable("objects.mjs", (output) =>
  Object.fromEntries(JSON.parse(output).map((value: unknown, index: number) => [names[index], value])),
);
const oddObjects = await changeable("odd.mjs", JSON.parse);

/** A program that prints its state after the place. */
async function changeable(program: string, parse: (output: string) => Output) {
  const outputAfter = async (changes: readonly ValueChange[]): Promise<Output> => {
    const { exit, output, error } = await drive([program], { place, changes });
    expect({ exit, error }).toEqual({ exit: 0, error: "" });
    return parse(output);
  };
  return { program, parse, outputAfter, unchanged: await outputAfter([]) };
}

const it = (...steps: string[]) => local("it", ...steps);
const odd = (...steps: string[]) => local("world", ...steps);
const global = (file: string, name: string, ...steps: string[]): ValuePath => ({
  root: { global: join(programs, file), name },
  steps,
});
const ofOdd = (name: string, ...steps: string[]) => global("odd.mjs", name, ...steps);
const scalar = (type: string, text: string): NewValue => ({ scalar: text, type });
const text = (value: string) => scalar("string", JSON.stringify(value));
const gone: NewValue = { gone: true };
const tree: Vertex[] = [
  {
    type: "Tree",
    kind: "object",
    address: "1",
    edges: [
      ["value", 1],
      ["next", 0],
    ],
  },
  { type: "string", value: '"new"' },
];
const copy = (graph: Vertex[], known: ObjectCopy["known"] = {}): NewValue => ({ copy: 0, graph, known });
const holes: Vertex[] = [
  { type: "Array", kind: "array", length: 4, address: "1", edges: [["1", 1]] },
  { type: "number", value: "5" },
];

/** What is changed, how the output differs then, and the changes. */
type Case = readonly [name: string, expected: Output, changes: readonly ValueChange[]];

const cases: readonly Case[] = [
  ["a member", { point: "5 2 7" }, [{ at: it("point", "x"), to: number(5) }]],
  ["a private field", { point: "1 2 8" }, [{ at: it("point", "#secret"), to: number(8) }]],
  ["null instead of an object", { same: false }, [{ at: it("one"), to: scalar("null", "null") }]],
  ["one of two references", { same: false }, [{ at: it("other"), to: { path: it("frozen") } }]],
  ["a re-pointed reference", { ring: "a" }, [{ at: it("ring", "next"), to: { path: it("ring") } }]],
  ["a new object in a cycle", { ring: "new" }, [{ at: it("ring", "next"), to: copy(tree) }]],
  ["an element", { list: [1, 2, [3]] }, [{ at: it("list", "1"), to: number(2) }]],
  [
    "new elements",
    { list: [1, "two", [3], 4, 5] },
    [
      { at: it("list", "4"), to: number(5) },
      { at: it("list", "3"), to: number(4) },
    ],
  ],
  ["a new element without those before it", { list: [1, "two", [3], 5] }, [{ at: it("list", "4"), to: number(5) }]],
  [
    "removed elements",
    { list: [1] },
    [
      { at: it("list", "1"), to: gone },
      { at: it("list", "2"), to: gone },
    ],
  ],
  ["an entry", { map: [9, "n", "object"] }, [{ at: it("map", '"k"'), to: number(9) }]],
  ["an entry with an object as its key", { map: [1, "n", "new"] }, [{ at: it("map", "{0}"), to: text("new") }]],
  ["a new entry", { map: [1, "n", "object", true] }, [{ at: it("map", "7"), to: scalar("boolean", "true") }]],
  [
    "a new entry with a new key",
    { map: [1, "n", "object", 0] },
    [
      { at: it("map", "{1}"), to: number(0) },
      { at: it("map", "{1} key"), to: copy(tree) },
    ],
  ],
  ["a removed entry", { map: [1, "object"] }, [{ at: it("map", "2"), to: gone }]],
  ["a member of a set", { set: 2 }, [{ at: it("set", "1"), to: gone }]],
  ["a byte", { bytes: [1, 9, 3] }, [{ at: it("bytes", "1"), to: number(9) }]],
  ["a date", { when: 5 }, [{ at: it("when"), to: scalar("Date", "5") }]],
  ["a regular expression", { pattern: "/b/i" }, [{ at: it("pattern"), to: scalar("RegExp", "/b/i at 2") }]],
  ["a large number", { big: "-2" }, [{ at: it("big"), to: scalar("bigint", "-2") }]],
  ["a message", { error: "other" }, [{ at: it("error", "message"), to: text("other") }]],
  ["a parameter of a caller", { result: 51 }, [{ at: { root: { frame: 1, name: "by" }, steps: [] }, to: number(5) }]],
  [
    "a variable of a closure",
    { result: 120 },
    [{ at: { root: { frame: 1, name: "at" }, steps: [] }, to: number(100) }],
  ],
  ["a constant of a closure", { result: 5 }, [{ at: { root: { frame: 1, name: "step" }, steps: [] }, to: number(2) }]],
  ["a variable of another module", { next: 8 }, [{ at: global("counter.mjs", "count"), to: number(7) }]],
  [
    "a variable of another CommonJS module",
    { register: "1 first,second" },
    [{ at: global("register.cjs", "total"), to: number(1) }],
  ],
];

const oddCases: readonly Case[] = [
  ["a private field of a base class", { step: [5, 10, 3] }, [{ at: odd("step", "#at"), to: number(5) }]],
  ["a static field", { made: 9 }, [{ at: ofOdd("Counter", "made"), to: number(9) }]],
  ["a map with methods of its own", { table: [4] }, [{ at: odd("table", '"k"'), to: number(4) }]],
  ["the second of two symbols with the same text", { symbols: [1, 7] }, [{ at: odd("Symbol(s)@2"), to: number(7) }]],
  ["an object without a prototype", { without: { a: 2 } }, [{ at: odd("without", "a"), to: number(2) }]],
  ["bytes that two arrays share", { bytes: [0, 6, 0, 0] }, [{ at: odd("bytes", "0"), to: number(6) }]],
  ["a buffer", { text: "axc" }, [{ at: odd("text", "1"), to: number(120) }]],
  ["a function", { sorted: [3, 2, 1] }, [{ at: odd("order"), to: { path: ofOdd("descending") } }]],
  ["a property of a function", { cache: [["k", 3]] }, [{ at: odd("memory", "cache", '"k"'), to: number(3) }]],
  ["an array with holes", { extra: [["1", 5]], length: 4 }, [{ at: odd("extra"), to: copy(holes) }]],
];

test.each([
  ...batches(cases).map((batch) => [batchName(batch), objects, batch] as const),
  ...batches(oddCases).map((batch) => [batchName(batch), oddObjects, batch] as const),
])("these can be changed: %s", async (_, { outputAfter, unchanged }, batch) => {
  const expected: Output = Object.assign({}, ...batch.map(([, each]) => each));
  expect(await outputAfter(batch.flatMap(([, , changes]) => changes))).toEqual({ ...unchanged, ...expected });
});

/** Cases that change different parts of the output share a run. */
function batches(all: readonly Case[]): Case[][] {
  const found: Case[][] = [];
  for (const each of all) {
    const isFree = (batch: Case[]) =>
      !batch.some(([, expected]) => Object.keys(each[1]).some((key) => key in expected));
    const batch = found.find(isFree);
    if (batch) batch.push(each);
    else found.push([each]);
  }
  return found;
}

function batchName(batch: readonly Case[]): string {
  return batch.map(([name]) => name).join(", ");
}

test("all paths refer to the state before the first change", async () => {
  const swap = [
    { at: it("point", "x"), to: { path: it("point", "y") } },
    { at: it("point", "y"), to: { path: it("point", "x") } },
  ];
  for (const changes of [swap, swap.toReversed()])
    expect(await objects.outputAfter(changes)).toMatchObject({ point: "2 1 7" });
});

test("existing objects are not copied, and two copies of one object are one", async () => {
  const pair: Vertex[] = [
    {
      type: "Array",
      kind: "array",
      length: 2,
      address: "7",
      edges: [
        ["0", 1],
        ["1", 2],
      ],
    },
    { type: "Tree", kind: "object", address: "8", edges: [] },
    { type: "Object", kind: "object", address: "9", edges: [["name", 3]] },
    { type: "string", value: '"copied"' },
  ];
  const other: NewValue = { copy: 2, graph: pair, known: {} };
  const changes = [
    { at: it("extra"), to: copy(pair, { 1: it("point") }) },
    { at: it("one"), to: other },
    { at: it("other"), to: other },
  ];
  expect(await objects.outputAfter(changes)).toEqual({
    ...objects.unchanged,
    extra: [{ x: 1, y: 2 }, { name: "copied" }],
  });
});

/** Why a change is refused, and the change. */
type Refusal = readonly [reason: string, at: ValuePath, to: NewValue];

const refusals: readonly Refusal[] = [
  ["it.frozen.at cannot be changed: Cannot redefine", it("frozen", "at"), number(2)],
  ["there is no variable none here", local("none"), number(1)],
  ["it.bytes.3 cannot be changed: the array's length is fixed", it("bytes", "3"), number(1)],
  ["limits cannot be changed", global("counter.mjs", "limits"), number(1)],
  ["it cannot be removed: it is a variable", it(), gone],
  ["it.point.#secret cannot be removed: it is a private field", it("point", "#secret"), gone],
  ["a function cannot be copied", it("extra"), copy([{ type: "function", kind: "opaque", value: "f", address: "1" }])],
  ["no object of class Other here", it("extra"), copy([{ type: "Other", kind: "object", address: "1", edges: [] }])],
];

const oddRefusals: readonly Refusal[] = [
  ["world.frozen.0 cannot be changed", odd("frozen", "0"), number(5)],
  ["world.frozen.2 cannot be changed", odd("frozen", "2"), number(5)],
  ["world.fixed.b cannot be changed", odd("fixed", "b"), number(5)],
  ["world.sealed.a cannot be removed: the property is not configurable", odd("sealed", "a"), gone],
  ["there is no world.step.at here", odd("step", "at", "x"), number(5)],
  ["world.infinite is not an object here", odd("infinite", "x"), number(5)],
  ["world.url.href cannot be changed: it is inside an object whose parts are unknown", odd("url", "href"), number(5)],
  ["world.Symbol(new) cannot be changed: there is no such symbol here", odd("Symbol(new)"), number(5)],
];

test.each([
  ["objects.mjs", objects, refusals, { at: it("extra"), to: number(1) }, { extra: 1 }],
  ["odd.mjs", oddObjects, oddRefusals, { at: odd("without", "a"), to: number(2) }, { without: { a: 2 } }],
] as const)(
  "impossible changes in %s are listed, and the others are made",
  async (program, { parse, unchanged }, impossible, possible, expected) => {
    const changes = [...impossible.map(([, at, to]) => ({ at, to })), possible];
    const run = await drive([program], { place, changes, refused: true });
    expect(run).toMatchObject({ exit: 0, error: "", answer: { reached: true } });
    expect(run.refused.toSorted((a, b) => a.change - b.change)).toEqual(
      impossible.map(([reason], change) => ({ change, reason: expect.stringContaining(reason) })),
    );
    expect(parse(run.output)).toEqual({ ...unchanged, ...expected });
  },
);

test("variables of a caller can be changed however often it ran before", async () => {
  const changes = [{ at: { root: { frame: 1, name: "sum" }, steps: [] }, to: number(1000) }];
  const { output, error } = await drive(["hot.mjs"], { place: { function: "last", hit: 51 }, changes });
  expect({ output, error }).toEqual({ output: "1000\n", error: "" });
});

test("private fields can be changed inside a class with private names of its own", async () => {
  const changes = [{ at: local("scope", "#values"), to: number(40) }];
  const { output } = await drive(["privates.mjs"], { place: { function: "Reader.bind", hit: 1 }, changes });
  expect(output).toBe("41\n");
});
