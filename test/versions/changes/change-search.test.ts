import { expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { asking } from "../../../src/core/search.ts";
import type { World } from "../../../src/trial/laboratory.ts";
import type { Execution } from "../../../src/trial/process/execution.ts";
import { changeSearch, sizesOf } from "../../../src/versions/changes/explain-changes.ts";
import { Changes } from "../../../src/world/changes/version-diff.ts";
import { madeVersion } from "../made-version.ts";

const lines = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
/** Every second line is changed: four changes. */
const changes = Changes.between(
  madeVersion({ "a.txt": `${lines.join("\n")}\n` }),
  madeVersion({ "a.txt": `${lines.map((line, i) => (i % 2 === 0 ? line.toUpperCase() : line)).join("\n")}\n` }),
);

test("the search finds the changes that fail only together, and asks for no others", async () => {
  const needed = DeltaSet.of(0, 2);
  let { search } = await changeSearch(changes, "changes");
  while (asking(search)) {
    expect(changes.all.contains(search.ask)).toBe(true);
    search = search.after(search.ask.contains(needed) ? "fail" : "pass");
  }
  expect([...search.result.failing]).toEqual([...needed]);
});

test("the search stays within the changes that are given", async () => {
  const within = DeltaSet.of(1, 2, 3);
  let { search } = await changeSearch(changes, "cure 1", { failing: within });
  while (asking(search)) {
    expect(within.contains(search.ask)).toBe(true);
    search = search.after(search.ask.has(3) ? "fail" : "pass");
  }
  expect([...search.result.failing]).toEqual([3]);
});

test("a hint is for the stage that left it, and says which changes the errors are about", async () => {
  const stages = { one: await changeSearch(changes, "changes"), other: await changeSearch(changes, "cure 1") };
  const world = { content: "c0ffee", make: () => ({}) } as unknown as World;
  const output = { stdout: "", stderr: "a.txt:3: error: THREE is not defined\n", dropped: 0 };
  const hint = stages.one.withHints(world).hint?.({ exit: 1, output } as unknown as Execution);
  const observation = { outcome: "unresolved", content: "c0ffee", ended: "exit 1", milliseconds: 1, runs: 1 } as const;
  expect(hint).toMatch(/^changes:/);
  expect([...stages.one.hintIn({ ...observation, hint: hint! })!]).toEqual([1]);
  expect(stages.other.hintIn({ ...observation, hint: hint! })).toBeUndefined();
  expect(stages.one.hintIn(observation)).toBeUndefined();
});

test("the progress counts the changes that fail, and those that are no longer in question", () => {
  const failing = DeltaSet.range(0, 10);
  expect(sizesOf({ failing, causes: DeltaSet.empty, suspects: DeltaSet.range(0, 4) })).toEqual({
    failing: 10,
    passing: 6,
  });
  expect(sizesOf({ failing, causes: failing, suspects: DeltaSet.empty })).toEqual({ failing: 10, passing: 0 });
});
