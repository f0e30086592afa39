import fc from "fast-check";
import { expect, test } from "vitest";
import { shapes } from "../../../bench/changes/generated.ts";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import type { Work } from "../../../src/core/work.ts";
import { detectLanguage } from "../../../src/syntax/detect.ts";
import { syntaxOf } from "../../../src/syntax/syntax-of.ts";
import { maxWrittenBytes } from "../../../src/world/changes/cut-file.ts";
import { changesBetween } from "../../../src/world/changes/diff-versions.ts";
import { indexNames } from "../../../src/world/changes/name-index.ts";
import { bindingsOf, scopesOf } from "../../../src/world/changes/scopes.ts";
import { blobId } from "../../../src/world/git/repository.ts";
import { Parsed } from "../../../src/world/syntax-edits/matching-children.ts";
import { findTreeEdits } from "../../../src/world/syntax-edits/tree-edits.ts";
import { findChangedPlaces } from "../../../src/world/text/text-edits.ts";
import type { Version } from "../../../src/world/tree/version.ts";

const large = maxWrittenBytes + 100_000;

function version(path: string, content: Uint8Array | string): Version {
  const bytes = Buffer.from(content);
  const item = { kind: "file" as const, executable: false, id: blobId(bytes), bytes: () => bytes };
  return { name: path, items: new Map([[path, item]]), checkOut: () => {} };
}

const between = (path: string, old: Uint8Array | string, now: Uint8Array | string) =>
  changesBetween(version(path, old), version(path, now), () => false);

test.each(Object.keys(shapes))(
  "%s: none of the changes gives the old file, all the new one, byte for byte",
  async (name) => {
    const { path, old, new: now } = shapes[name]!(large);
    const changes = await between(path, old, now);
    expect(changes.changes.length).toBeGreaterThan(1);
    const text = (set: DeltaSet) => changes.compose(set)[0]!.item!.bytes();
    expect(Buffer.compare(text(DeltaSet.empty), old)).toBe(0);
    expect(Buffer.compare(text(changes.all), now)).toBe(0);
  },
);

test("with any of its changes a large file is well-formed, or that is seen without parsing all of it", async () => {
  const { path, old, new: now } = shapes["one bundle"]!(large);
  const changes = await between(path, old, now);
  const { answerWithoutTest } = await scopesOf(changes);
  const { isWellFormed } = await syntaxOf("javascript");
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const set = DeltaSet.from(
        [...changes.all].filter((n) => (Math.imul(n + 1, seed | 1) >>> 16) % 2 === 0).map((n) => [n, n + 1]),
      );
      const fine = isWellFormed!(changes.compose(set)[0]!.item!.bytes());
      expect(fine || answerWithoutTest(set) !== undefined).toBe(true);
    }),
    { numRuns: 5 },
  );
});

/** A library of many functions, of which one was changed, in a frame. */
function library(changed: boolean, [begin, end]: readonly [string, string], indent: string): string {
  const functions = Array.from(
    { length: 8000 },
    (_, i) =>
      `${indent}function part${i}(value) {\n${indent}  const own = value + ${i};\n${indent}  return own * ${changed && i === 5000 ? 3 : 2};\n${indent}}\n`,
  );
  return `${begin}${functions.join("")}${end}`;
}

const plain = ["var lib = (() => {\n", "})();\nmodule.exports = lib;\n"] as const;
const other = ["var lib = {};\n((module) => {\n", "})({ exports: lib });\nmodule.exports = lib;\n"] as const;

test("what changed in a large file is cut no wider than the statement", async () => {
  const changes = await between("lib.js", library(false, plain, "  "), library(true, plain, "  "));
  const [change, ...more] = changes.changes;
  expect(more).toEqual([]);
  expect(Buffer.from(change!.new).toString()).toContain("* 3");
  expect(change!.new.length).toBeLessThan(100);
});

test("in another frame, and moved to the right, the functions are still compared one by one", async () => {
  const changes = await between("lib.js", library(false, plain, ""), library(true, other, "    "));
  const sizes = changes.changes.map((change) => Math.max(change.old.length, change.new.length));
  expect(changes.changes.some((change) => Buffer.from(change.new).includes("* 3") && change.new.length < 200)).toBe(
    true,
  );
  expect(sizes.length).toBeGreaterThan(3);
  // Both ends of the frame go together.
  const last = changes.all.size - 1;
  const { dependencies } = indexNames(changes.changes, bindingsOf(changes));
  expect(dependencies.withNeeds(DeltaSet.of(0)).has(last)).toBe(true);
  const { answerWithoutTest } = await scopesOf(changes);
  expect(answerWithoutTest(DeltaSet.of(0))?.about.has(last)).toBe(true);
});

test("a name that is local to a function of a large file binds nothing outside", async () => {
  const text = (n: number) =>
    `(function () {\n${Array.from({ length: 6000 }, (_, i) => `  function part${i}() {\n    ${i % 2 === 0 ? `var local${n} = ${i};` : "other();"}\n    return use(local${n === 1 ? 1 : 2}, ${i}, "some text to make it longer");\n  }\n`).join("")}})();\n`;
  const changes = await between("lib.js", text(1), text(2));
  const { dependencies } = indexNames(changes.changes, bindingsOf(changes));
  expect(changes.all.size).toBeGreaterThan(6000);
  expect(dependencies.withNeeds(DeltaSet.of(100)).size).toBeLessThan(5);
});

/** How many steps it takes: a measure of the work that does not depend on the machine. */
function stepsOf(work: Work<unknown>): number {
  for (let steps = 0; ; steps++) if (work.next().done) return steps;
}

test.each(["many functions", "minified, all names new", "JSON data"])(
  "%s: twice the size takes about twice the steps",
  async (name) => {
    const stepsFor = async (bytes: number) => {
      const { path, old, new: now } = shapes[name]!(bytes);
      const { parse } = await syntaxOf(detectLanguage(path, now));
      const trees = [old, now].map((text) => new Parsed(text, parse(text))) as [Parsed, Parsed];
      const comparing = { maxPairs: 10_000, joinsBlanks: true, looksInside: true };
      return stepsOf(findTreeEdits(...trees, comparing)) + stepsOf(findChangedPlaces(old, now));
    };
    const [once, twice] = [await stepsFor(50_000), await stepsFor(100_000)];
    expect(once).toBeGreaterThan(10);
    expect(twice / once).toBeLessThan(3);
  },
);
