import { expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { shownChanges, withSameLines } from "../../../src/versions/changes/shown-changes.ts";
import { changesBetween } from "../../../src/world/changes/diff-versions.ts";
import { finerChanges } from "../../../src/world/changes/finer-changes.ts";
import { type Level, levels } from "../../../src/world/changes/finer-edits.ts";
import { madeVersion } from "../made-version.ts";

/** The parts of a difference at the finest of some levels, and how some of them are shown. */
async function shown(
  files: readonly [old: string, now: string],
  path: string,
  upTo: Level,
  pick: (i: number) => boolean,
) {
  const changes = await changesBetween(madeVersion({ [path]: files[0] }), madeVersion({ [path]: files[1] }));
  let at = { changes, set: changes.all };
  for (const level of levels.slice(0, levels.indexOf(upTo) + 1))
    at = (await finerChanges(at.changes, { all: at.set, cut: at.set }, level)) ?? at;
  const set = DeltaSet.of(...[...at.set].filter((_, i) => pick(i)));
  return shownChanges(at.changes.changes, set).map(({ old, new: now }) =>
    [old, now].map((text) => String(Buffer.from(text))),
  );
}

test("a word that differs is shown in its line, as it was tested: without the other words", async () => {
  const texts = ["a b c d e f\nend\n", "a B c D e f\nend\n"] as const;
  expect(await shown(texts, "a.unknown", "tokens", (i) => i === 1)).toEqual([["a b c d e f\n", "a b c D e f\n"]]);
  expect(await shown(texts, "a.unknown", "tokens", () => true)).toEqual([["a b c d e f\n", "a B c D e f\n"]]);
});

test("neighbouring lines are one entry, others are entries of their own", async () => {
  const texts = ["x\ny\n", "1\n2\n3\n4\nx\ny\n"] as const;
  expect(await shown(texts, "a.unknown", "lines", (i) => i !== 2)).toEqual([
    ["", "1\n2\n"],
    ["", "4\n"],
  ]);
});

test("a statement that came or went is shown as its lines", async () => {
  const calls = Array.from({ length: 25 }, (_, i) => `  a${i}();\n`);
  const texts = [
    `f(() => {\n${calls.join("")}});\n`,
    `g((() => {\n${[...calls.slice(0, 9), "  b();\n", ...calls.slice(9)].join("")}}));\n`,
  ] as const;
  const all = await shown(texts, "a.js", "statements", () => true);
  expect(all).toContainEqual(["", "  b();\n"]);
});

test("a line that is put behind another one is shown by itself", () => {
  const item = (text: string) => madeVersion({ a: text }).items.get("a")!;
  const edit = { start: 1, end: 1, text: Buffer.from("  z"), origin: 2 };
  const files = { old: item("x\ny\n"), new: item("x\n  z\ny\n") };
  const change = {
    kind: "edited" as const,
    oldPath: "a",
    newPath: "a",
    item: files,
    edit,
    old: Buffer.alloc(0),
    new: edit.text,
  };
  const [entry] = shownChanges([change], DeltaSet.of(0));
  expect([String(entry!.old), String(entry!.new)]).toEqual(["", "  z"]);
});

test("of a line too long to read only what is around the difference is shown", async () => {
  const long = (word: string) => `${"a b ".repeat(300)}${word}${" c d".repeat(300)}\n`;
  const [[old, now]] = (await shown([long("one"), long("two")], "a.unknown", "tokens", () => true)) as [
    [string, string],
  ];
  expect(old).toMatch(/^….{190,210}one.{190,210}…$/);
  expect(now).toContain("two");
  expect(now.length).toBeLessThan(420);
});

test("what is on the same line belongs to it, what is on the next one does not", async () => {
  const changes = await changesBetween(
    madeVersion({ "a.unknown": "a b c d e f\nsame\nnext line\n" }),
    madeVersion({ "a.unknown": "a B c D e F\nsame\nNEXT line\n" }),
  );
  const finer = (await finerChanges(changes, { all: changes.all, cut: changes.all }, "tokens"))!;
  expect(finer.set.size).toBe(4);
  expect([...withSameLines(finer.changes.changes, DeltaSet.of(1), finer.set)]).toEqual([0, 1, 2]);
  expect([...withSameLines(finer.changes.changes, DeltaSet.of(3), finer.set)]).toEqual([3]);
});
