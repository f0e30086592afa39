import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { changesBetween } from "../../../src/world/changes/diff-versions.ts";
import { finerChanges } from "../../../src/world/changes/finer-changes.ts";
import { levels } from "../../../src/world/changes/finer-edits.ts";
import type { Changes } from "../../../src/world/changes/version-diff.ts";
import { madeVersion } from "../../versions/made-version.ts";

const textOf = (changes: Changes, set: DeltaSet, path: string) =>
  Buffer.from(
    changes
      .compose(set)
      .find((placed) => placed.path === path)!
      .item!.bytes(),
  ).toString();

const statement = fc.constantFrom(
  "a = 1;",
  "a = 2;",
  "b(a, c);",
  "b(c);",
  "if (a) {\n  b();\n}",
  "if (a) {\n  b();\n  c();\n}",
  "x = { a: 1, b: [2, 3] };",
  "x = { a: 1, b: [3] };",
);
const body = fc.array(statement, { maxLength: 12 }).map((all) => all.join("\n"));
const program = fc.tuple(fc.constantFrom("function f() {\n", "(function () {\n", ""), body).map(([head, inner]) => {
  const tail = head === "" ? "" : head.startsWith("(") ? "})();\n" : "}\n";
  return `${head}${inner}\n${tail}`;
});

async function expectSameDifference({ path, old, now, picks }: CutChanges): Promise<void> {
  const changes = await changesBetween(madeVersion({ [path]: old }), madeVersion({ [path]: now }));
  const chosen = changes.changes.flatMap((_, i) => (picks[i] ? [[i, i + 1] as const] : []));
  let at = { changes, set: DeltaSet.from(chosen) };
  const wanted = textOf(changes, at.set, path);
  for (const level of levels) {
    at = (await finerChanges(at.changes, { all: at.set, cut: at.set }, level)) ?? at;
    expect(textOf(at.changes, at.changes.all, path)).toBe(now);
    expect(textOf(at.changes, DeltaSet.empty, path)).toBe(old);
    expect(textOf(at.changes, at.set, path)).toBe(wanted);
  }
}

interface CutChanges {
  readonly path: string;
  readonly old: string;
  readonly now: string;
  /** Which of the changes are cut. */
  readonly picks: readonly boolean[];
}

describe("changes that are cut again", () => {
  test("make the same difference where the tree pairs a statement with another one than the lines do", async () => {
    const [short, long] = ["if (a) {\n  b();\n}\n", "if (a) {\n  b();\n  c();\n}\n"];
    await expectSameDifference({
      path: "a.js",
      old: `(function () {\n${short}${long}})();\n`,
      now: `(function () {\na = 1;\n${long}a = 1;\na = 1;\n${short}a = 1;\n})();\n`,
      picks: [true, true, true, false, true],
    });
  });

  test.each(["a.js", "a.unknown"])(
    "make the same difference in %s, at every level: all of it, none of it, and the chosen part",
    async (path) => {
      await fc.assert(
        fc.asyncProperty(program, program, fc.array(fc.boolean(), { minLength: 30 }), async (old, now, picks) => {
          fc.pre(old !== now);
          await expectSameDifference({ path, old, now, picks });
        }),
        { numRuns: 150 },
      );
    },
    60_000,
  );

  const lines = (count: number, change: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => `  var name${i} = ${change(i)};\n`).join("");
  const wrapped = (head: string, inner: string, tail: string) => `${head}\n${inner}${tail}\n`;

  test("are the statements inside a function that was put into brackets", async () => {
    const old = wrapped("go(this, function named (a) {", lines(60, String), "});");
    const now = wrapped(
      "go(this, (function () {",
      lines(60, (i) => String(i % 3 === 0 ? i + 100 : i)),
      "}));",
    );
    const changes = await changesBetween(madeVersion({ "a.js": old }), madeVersion({ "a.js": now }));
    expect(changes.changes.length).toBe(1);
    const finer = (await finerChanges(changes, { all: changes.all, cut: changes.all }, "statements"))!;
    expect(finer.set.size).toBeGreaterThanOrEqual(22);
    expect(textOf(finer.changes, finer.changes.all, "a.js")).toBe(now);
  });

  test("are lines, and then words, in a file of no known language", async () => {
    const [old, now] = ["one two three four\nfive\n", "one TWO three FOUR\nsix seven\neight\n"];
    const changes = await changesBetween(madeVersion({ "a.unknown": old }), madeVersion({ "a.unknown": now }));
    const byLine = (await finerChanges(changes, { all: changes.all, cut: changes.all }, "lines"))!;
    const byWord = (await finerChanges(byLine.changes, { all: byLine.set, cut: byLine.set }, "tokens"))!;
    const texts = byWord.changes.changes.map((change) =>
      [change.old, change.new].map((each) => String(Buffer.from(each))),
    );
    expect(texts.slice(0, 2)).toEqual([
      ["two", "TWO"],
      ["four", "FOUR"],
    ]);
    expect(byLine.set.size).toBeGreaterThan(changes.all.size);
  });

  test("others stay as they are, and a change of one word cannot be cut", async () => {
    const changes = await changesBetween(
      madeVersion({ "a.unknown": "one\ntwo\nthree\n" }),
      madeVersion({ "a.unknown": "ONE\ntwo\nTHREE\n" }),
    );
    for (const level of levels)
      expect(await finerChanges(changes, { all: changes.all, cut: changes.all }, level)).toBeUndefined();
  });
});
