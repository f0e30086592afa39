import { expect, test } from "vitest";
import type { CauseEntry, Finding, Story } from "../../src/core/finding.ts";
import { changesReport } from "../../src/versions/report.ts";

function headline(...cause: CauseEntry[]): string {
  return headlineWith([], cause);
}

function headlineWith(assumptions: Finding["assumptions"], cause: readonly CauseEntry[]): string {
  const sentence = changesReport.headline({ finding: { cause, assumptions } } as unknown as Story);
  return sentence.map((part) => (typeof part === "string" ? part : part.code)).join("");
}

const by = { commit: "c0ffee".padEnd(40, "0"), author: "Ada", date: "2025-06-03", subject: "faster" };

test("the headline names the places, and the commit if it is the same for all", () => {
  expect(headline({ file: "a.js", line: 3, ...by })).toBe(
    "It fails because of a.js:3, changed in c0ffee0000 by Ada, 2025-06-03",
  );
  expect(headline({ file: "a.js", line: 3, ...by }, { file: "b.js", line: 1 })).toBe(
    "It fails because of a.js:3 and b.js:1",
  );
});

test("what did not hold when it was run again is not said to be the cause", () => {
  const flaky = { assumption: "consistent", seen: "The test is flaky." } as const;
  const monotone = { assumption: "monotone", seen: "A larger set passed." } as const;
  expect(headlineWith([flaky], [{ file: "a.js", line: 3 }])).toBe("It may fail because of a.js:3");
  expect(headlineWith([monotone], [{ file: "a.js", line: 3 }])).toBe("It fails because of a.js:3");
});

test("places count once, what they only need does not count, and no more than three are named", () => {
  const places = ["a", "b", "c", "d", "e"].map((file) => ({ file }));
  expect(headline({ file: "a" }, { file: "a" }, { file: "x", context: true })).toBe("It fails because of a");
  expect(headline(...places)).toMatch(/\bc and 2 more places$/);
});

test("what is proved names the level, and how much of it was not cut", () => {
  const proof = (more: object) => changesReport.proof!({ cause: [], stages: [], ...more } as unknown as Finding);
  expect(proof({ by: "changes" })).toBe("no change of it can be left out");
  expect(proof({ by: "lines" })).toBe("no line of it can be left out");
  expect(proof({ by: "lines", uncut: 1 })).toBe("no line of it can be left out, nor a change that was not cut (1)");
  expect(proof({ by: "packages" })).toBeUndefined();
});

test("the commits that may be to blame are counted without the working tree, which is named apart", () => {
  const partial = (...cause: CauseEntry[]) => {
    const finding = { by: "commits", cause, deltas: { total: cause.length, cause: cause.length }, assumptions: [] };
    return changesReport.partialHeadline!({ finding } as unknown as Story);
  };
  expect(partial(by, by)).toEqual(["The cause may be any of the 2 commits"]);
  expect(partial(by, by, { text: "what is not committed" })).toEqual([
    "The cause may be any of 2 commits, or what is not committed",
  ]);
});

test("a cause that was found, but not confirmed before the run was stopped, is named as what it may be", () => {
  const finding = {
    ...{ by: "changes", cause: [{ file: "price.js", line: 2 }], deltas: { total: 1, cause: 1 } },
    assumptions: [{ assumption: "consistent", seen: "The run was stopped before the result was confirmed." }],
  };
  expect(changesReport.partialHeadline!({ finding } as unknown as Story)).toEqual([
    "It may fail because of ",
    { code: "price.js:2" },
  ]);
});

test("after a search that stopped at the commit, the next command finds its lines", () => {
  const next = (by: string) => changesReport.next!({ finding: { by, run: "brave-otter" } } as unknown as Story);
  expect(next("commits")).toBe("find the lines: culprit resume brave-otter --deeper");
  expect(next("lines")).toBeUndefined();
});
