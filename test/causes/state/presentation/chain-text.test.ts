import { expect, test } from "vitest";
import type { ChainLink, StateFinding } from "../../../../src/causes/state/finding.ts";
import { chainText } from "../../../../src/causes/state/presentation/chain-text.ts";
import type { CauseEntry } from "../../../../src/core/finding.ts";
import { paint } from "../../../../src/report/terminal/paint.ts";

const cause = (variable: string, scope: string): CauseEntry[] => [{ variable, scope, old: "1", new: "2" }];
const shownLinks = (chain: readonly ChainLink[]) =>
  chainText({ chain } as Partial<StateFinding> as StateFinding, paint(false));
const shown = (...causes: CauseEntry[][]) =>
  shownLinks(causes.map((each, i) => ({ place: `p${i}`, cause: each, values: 1 })));

test("variables of the same name are told apart by their functions", () => {
  const text = shown(cause("h", "hash"), cause("h", "insert"), cause("size", "insert"));
  expect(text).toMatch(/p0 {2}h in hash 2 instead of 1.*p1 {2}h in insert 2 instead of 1.*p2 {2}size 2/s);
});

test("one variable at several places is told by its name", () => {
  expect(shown(cause("h", "hash"), cause("h", "hash"))).not.toContain("h in hash");
});

test("of many variables some are named", () => {
  const many = Array.from({ length: 9 }, (_, i) => cause(`v${i}`, "f")[0]!);
  expect(shown(many, cause("x", "f"))).toContain("v3 2 instead of 1 and 5 more  (1 differs)");
});

test("what a cause needs besides is said", () => {
  const link = { place: "p", cause: cause("a", "f"), values: 9, onTopOf: { values: 2, variables: ["x", "y"] } };
  expect(shownLinks([link])).toContain("a 2 instead of 1  (on top of 2; 9 differ)");
});
