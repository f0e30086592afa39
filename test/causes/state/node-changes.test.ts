import { join } from "node:path";
import { expect, test } from "vitest";
import type { NewValue, ObjectCopy, ValueChange, ValuePath, Vertex } from "../../../runtimes/protocol/state.ts";
import { drive, local, number, programs } from "./node-program.ts";

const place = { function: "look", hit: 1 };
const told = [
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
] as const;
type Told = Partial<Record<(typeof told)[number], unknown>>;

const unchanged: Told = await afterwards([]);

/** What the program prints after changes at its place. */
async function afterwards(changes: readonly ValueChange[]): Promise<Told> {
  const { end, output, errors } = await drive(["objects.mjs"], { place, changes });
  expect({ end, errors }).toEqual({ end: 0, errors: "" });
  return Object.fromEntries(JSON.parse(output).map((value: unknown, index: number) => [told[index], value]));
}

const it = (...steps: string[]) => local("it", ...steps);
const global = (file: string, name: string): ValuePath => ({ root: { global: join(programs, file), name }, steps: [] });
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

test.each<[string, Told, ValueChange[]]>([
  ["a member", { point: "5 2 7" }, [{ at: it("point", "x"), to: number(5) }]],
  ["a private field", { point: "1 2 8" }, [{ at: it("point", "#secret"), to: number(8) }]],
  ["nothing in the place of an object", { same: false }, [{ at: it("one"), to: scalar("null", "null") }]],
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
    "elements that go",
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
  ["an entry that goes", { map: [1, "object"] }, [{ at: it("map", "2"), to: gone }]],
  ["a member of a set", { set: 2 }, [{ at: it("set", "1"), to: gone }]],
  ["a byte", { bytes: [1, 9, 3] }, [{ at: it("bytes", "1"), to: number(9) }]],
  ["a date", { when: 5 }, [{ at: it("when"), to: scalar("Date", "5") }]],
  ["an expression", { pattern: "/b/i" }, [{ at: it("pattern"), to: scalar("RegExp", "/b/i at 2") }]],
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
])("%s can be changed", async (_, expected, changes) => {
  expect(await afterwards(changes)).toEqual({ ...unchanged, ...expected });
});

test("all paths mean the state before the first change", async () => {
  const swap = [
    { at: it("point", "x"), to: { path: it("point", "y") } },
    { at: it("point", "y"), to: { path: it("point", "x") } },
  ];
  for (const changes of [swap, swap.toReversed()]) expect(await afterwards(changes)).toMatchObject({ point: "2 1 7" });
});

test("objects that are there already are not copied, and two copies of one object are one", async () => {
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
  expect(await afterwards(changes)).toEqual({ ...unchanged, extra: [{ x: 1, y: 2 }, { name: "copied" }] });
});

test.each<[string, ValuePath, NewValue]>([
  ["frozen.at cannot be changed", it("frozen", "at"), number(2)],
  ["there is no variable none here", { root: { frame: 0, name: "none" }, steps: [] }, number(1)],
  ["bytes.3 cannot be changed: its length is fixed", it("bytes", "3"), number(1)],
  ["limits cannot be changed", global("counter.mjs", "limits"), number(1)],
  ["a function cannot be copied", it("extra"), copy([{ type: "function", kind: "opaque", value: "f", address: "1" }])],
  ["no object of class Other here", it("extra"), copy([{ type: "Other", kind: "object", address: "1", edges: [] }])],
])("what cannot be done is said: %s", async (message, path, to) => {
  const { end, output, errors } = await drive(["objects.mjs"], { place, changes: [{ at: path, to }] });
  expect({ end, output }).toEqual({ end: 125, output: "" });
  expect(errors).toMatch(/^culprit: .*\n$/);
  expect(errors).toContain(message);
});

test("variables of a caller can be changed however often it ran", async () => {
  const changes = [{ at: { root: { frame: 1, name: "sum" }, steps: [] }, to: number(1000) }];
  const { output, errors } = await drive(["hot.mjs"], { place: { function: "last", hit: 51 }, changes });
  expect({ output, errors }).toEqual({ output: "1000\n", errors: "" });
});
