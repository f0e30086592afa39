import { expect, test } from "vitest";
import { blamedCommit } from "../../../src/cli/ci/blamed-commit.ts";
import type { CauseEntry } from "../../../src/core/finding.ts";
import type { Confidence } from "../../../src/report/digest.ts";

const [guilty, other] = ["c0ffee".padEnd(40, "0"), "decade".padEnd(40, "0")];

function blamed(confidence: Confidence, ...cause: CauseEntry[]): string | undefined {
  return blamedCommit({ cause }, { confidence });
}

test("a commit is to blame if it made all of the cause; what the cause only needs may be older", () => {
  expect(blamed("proved", { file: "a.js", commit: guilty }, { file: "b.js", commit: guilty })).toBe(guilty);
  expect(blamed("narrowed", { commit: guilty })).toBe(guilty);
  expect(blamed("proved", { commit: guilty }, { commit: other, context: true })).toBe(guilty);
});

test("no commit is to blame if several may be, or what is not committed", () => {
  expect(blamed("narrowed", { commit: other }, { commit: guilty })).toBeUndefined();
  expect(blamed("confirmed", { commit: guilty }, { file: "b.js" })).toBeUndefined();
  expect(blamed("proved")).toBeUndefined();
});

test("no commit is to blame if no cause was found: the commits that are listed then are all that may be", () => {
  expect(blamed("none", { commit: guilty }, { commit: other })).toBeUndefined();
  expect(blamed("none", { commit: guilty })).toBeUndefined();
});
