import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../../src/core/delta-set.ts";
import { type ChangesConclusion, changesDetails } from "../../../src/versions/changes/changes-conclusion.ts";
import { Changes } from "../../../src/world/changes/version-diff.ts";
import { madeVersion } from "../made-version.ts";

const changes = Changes.between(
  madeVersion({ "a.js": "one\ntwo\nthree\nfour\nfive\n" }),
  madeVersion({ "a.js": "ONE\ntwo\nTHREE\nfour\nFIVE\n", "b.js": "new\n" }),
);
const stages = [{ name: "commits", search: "bisect", deltas: { total: 8, cause: 3 }, needed: 2 }];
const conclusion: ChangesConclusion = { verdict: "found", minimal: true, assumptions: [], changes };
const upgrades = {
  entries: [{ text: "a 1.0.0 → 2.0.0", package: "a" }],
  deltas: { total: 5, cause: 1 },
};

describe("what a search among changes adds to a finding", () => {
  test("are the changes that make the difference, then those that they need", () => {
    const found = { failing: DeltaSet.of(0, 2, 3), causes: DeltaSet.of(2), suspects: DeltaSet.empty };
    const { cause, search, by, deltas } = changesDetails({ stages }, { ...conclusion, found });
    expect(changes.changes.length).toBe(4);
    expect(cause?.map(({ file, line, text, context }) => [file, line, text, context])).toEqual([
      ["a.js", 5, "FIVE\n", undefined],
      ["a.js", 1, "ONE\n", true],
      ["b.js", undefined, "new\n", true],
    ]);
    expect({ search, by, deltas }).toEqual({ search: "explain", by: "changes", deltas: { total: 4, cause: 3 } });
  });

  test("are all that fail together, if none of them was found to make the difference", () => {
    const found = { failing: DeltaSet.of(0, 1), causes: DeltaSet.empty, suspects: DeltaSet.empty };
    const { cause } = changesDetails({ stages }, { ...conclusion, found });
    expect(cause?.map(({ line, context }) => [line, context])).toEqual([
      [1, undefined],
      [3, undefined],
    ]);
  });

  test("are the commits that may have done it, if the search stopped there, with the figures of that stage", () => {
    const suspects = [{ commit: "c0ffee", author: "Ada", date: "2025-06-03", subject: "faster" }];
    expect(changesDetails({ stages }, { ...conclusion, suspects })).toEqual({
      ...{ goal: "isolate", search: "bisect", by: "commits", deltas: { total: 8, cause: 3 } },
      ...{ cause: suspects, files: {}, notes: [] },
    });
  });

  test("are upgrades alone, with their figures, or upgrades before changes", () => {
    expect(changesDetails({ stages }, { ...conclusion, upgrades })).toMatchObject({
      ...{ by: "packages", deltas: upgrades.deltas, cause: upgrades.entries },
    });
    const found = { failing: DeltaSet.of(3), causes: DeltaSet.of(3), suspects: DeltaSet.empty };
    const both = changesDetails({ stages }, { ...conclusion, upgrades, found });
    expect([both.by, both.cause?.map(({ text }) => text)]).toEqual(["changes", ["a 1.0.0 → 2.0.0", "new\n"]]);
  });

  test("is nothing if nothing was found; the patches and notes are kept", () => {
    const patches = [
      { name: "cause", file: "cause.patch", base: "OLD (v1)", effect: "fails" },
      { name: "fix", file: "fix.patch", base: "NEW (v2)", effect: "passes" },
    ] as const;
    expect(changesDetails({ stages }, { ...conclusion, verdict: "not-reproduced", patches, notes: ["so"] })).toEqual({
      ...{ goal: "isolate", search: "explain", by: "changes", deltas: { total: 4, cause: 4 } },
      ...{ cause: [], files: { cause: "cause.patch", fix: "fix.patch" }, patches, notes: ["so"] },
    });
  });

  test("has the figures of the level that was searched last", () => {
    const found = { failing: DeltaSet.of(1), causes: DeltaSet.of(1), suspects: DeltaSet.empty };
    const deltas = { total: 3, cause: 1 };
    const details = changesDetails({ stages }, { ...conclusion, found, by: "lines", deltas });
    expect(details).toMatchObject({ by: "lines", deltas });
  });
});
