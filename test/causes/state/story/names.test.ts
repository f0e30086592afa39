import { expect, test } from "vitest";
import type { MemoryGraph, Vertex } from "../../../../runtimes/protocol/state.ts";
import { differencesOf } from "../../../../src/causes/state/compare/differences.ts";
import { namesAt } from "../../../../src/causes/state/compare/names-at.ts";
import { causeNames } from "../../../../src/causes/state/presentation/cause-names.ts";
import { stateCauseEntries } from "../../../../src/causes/state/story/entries.ts";

const scalar = (value: string): Vertex => ({ type: "number", value });

/** A stack, innermost first, and variables: `0 i` of the innermost frame, `/app/settings.py config` of a file. */
function state(frames: readonly string[], variables: Record<string, string>): MemoryGraph {
  const stack = frames.map((frame) => {
    const [name = "", file = "/app/main.py"] = frame.split(" of ");
    return { function: name, file, line: 1 };
  });
  const roots = Object.keys(variables).map((key, vertex) => {
    const [where = "", name = ""] = key.split(" ");
    return /^\d+$/.test(where) ? { frame: Number(where), name, vertex } : { global: where, name, vertex };
  });
  return { stack, roots, vertices: Object.values(variables).map(scalar), truncated: false };
}

function namesOf(frames: readonly string[], names: readonly string[]): string[] {
  const of = (value: string) => state(frames, Object.fromEntries(names.map((name) => [name, value])));
  const [passing, failing] = [of("1"), of("2")];
  const found = { differences: differencesOf(passing, failing), stack: passing.stack };
  return found.differences.map(namesAt(found, "/app").nameOf);
}

test.each([
  ["functions", ["inner", "main"], ["0 i", "1 i"], ["i in inner", "i in main"]],
  ["files", ["main"], ["/app/a.py limit", "/app/b.py limit"], ["limit in a.py", "limit in b.py"]],
  ["calls of one function", ["fact", "fact", "main"], ["0 n", "1 n"], ["n in call 2 of fact", "n in call 1 of fact"]],
  [
    "functions of one name",
    ["load of /app/b.py", "load of /app/a.py"],
    ["0 path", "1 path"],
    ["path in load of b.py", "path in load of a.py"],
  ],
])("variables of the same name in two %s are told apart", (_, frames, names, shown) => {
  expect(namesOf(frames, names)).toEqual(shown);
});

test("variables with names of their own are called by these alone", () => {
  expect(namesOf(["inner", "main"], ["0 i", "1 j"])).toEqual(["i", "j"]);
});

test("the cause, and the text of another one, say which of two variables is meant", () => {
  const [passing, failing] = ["1", "2"].map((value) => state(["inner", "main"], { "0 i": value, "1 i": value }));
  const differences = differencesOf(passing!, failing!);
  const place = { function: "inner", hit: 1 };
  const found = {
    differences,
    stack: passing!.stack,
    at: { passing: place, failing: place },
    cause: [differences[1]!],
  };
  const entries = stateCauseEntries(found, "/app");
  expect(causeNames(entries)).toEqual(["i in main"]);
  expect(entries).toMatchObject([{ variable: "i", scope: "main", text: "at inner, i in main is 2 instead of 1" }]);
});

/** A thing with `retries`, which several variables hold. */
function shared(names: readonly string[], value: string): MemoryGraph {
  const { stack, roots } = state(["send", "connect", "main"], Object.fromEntries(names.map((name) => [name, ""])));
  const thing: Vertex = { type: "dict", kind: "map", edges: [["retries", 1]] };
  return {
    stack,
    roots: roots.map((root) => ({ ...root, vertex: 0 })),
    vertices: [thing, scalar(value)],
    truncated: false,
  };
}

test.each([
  [
    "the variable of its file, not by a name in a calling function",
    ["1 opts", "2 options", "/app/settings.py DEFAULTS"],
    "DEFAULTS",
  ],
  ["the variable of the outermost function, not by a parameter", ["1 opts", "2 options"], "options"],
  [
    "the variable of the function at the place, whose code people look at",
    ["0 o", "1 opts", "/app/settings.py DEFAULTS"],
    "o",
  ],
])("a thing is called by %s", (_, names, owner) => {
  const [difference, ...others] = differencesOf(shared(names, "1"), shared(names, "2"));
  expect([difference!.name, others]).toEqual([`${owner}.retries`, []]);
});

test("a variable that leads to another thing of the same text does not look equal", () => {
  const thing: Vertex = { kind: "opaque", type: "function app", edges: [["id", 2]] };
  const stateWith = (chosen: number): MemoryGraph => ({
    stack: [{ function: "main", file: "/app/main.js", line: 1 }],
    roots: [
      { frame: 0, name: "first", vertex: 0 },
      { frame: 0, name: "second", vertex: 1 },
      { frame: 0, name: "app", vertex: chosen },
    ],
    vertices: [thing, thing, scalar("1")],
    truncated: false,
  });
  const [passing, failing] = [stateWith(0), stateWith(1)];
  const differences = differencesOf(passing, failing);
  const at = { passing: { function: "main", hit: 1 }, failing: { function: "main", hit: 1 } };
  const entries = stateCauseEntries({ cause: differences, differences, at, stack: passing.stack }, "/app");
  expect(entries.map(({ text }) => text)).toEqual([
    "at main, app is another function app {id: 1} instead of function app {id: 1}",
  ]);
});
