import { expect, test } from "vitest";
import type { StateFinding } from "../../../../src/causes/state/finding.ts";
import { chainText } from "../../../../src/causes/state/presentation/chain-text.ts";
import type { CauseEntry } from "../../../../src/core/finding.ts";
import { paint } from "../../../../src/report/terminal/paint.ts";

const cause = (variable: string, scope: string): CauseEntry[] => [{ variable, scope, old: "1", new: "2" }];
const shown = (...causes: CauseEntry[][]) => {
  const links = causes.map((each, i) => ({ place: `p${i}`, cause: each, values: 1 }));
  const transitions = causes.slice(1).map((to, i) => ({ file: "s.c", line: i, from: causes[i]!, to }));
  return chainText({ chain: links, transitions } as Partial<StateFinding> as StateFinding, paint(false));
};

test("variables of the same name are told apart by their functions", () => {
  const text = shown(cause("h", "hash"), cause("h", "insert"), cause("size", "insert"));
  expect(text).toMatch(/p0 {2}h in hash 2 instead of 1.*p1 {2}h in insert 2 instead of 1.*p2 {2}size 2/s);
  expect(text).toContain("the cause is h in hash, after line 0 it is h in insert");
  expect(text).toContain("the cause is h, after line 1 it is size");
});

test("one variable at several places is told by its name", () => {
  expect(shown(cause("h", "hash"), cause("h", "hash"))).not.toContain("h in hash");
});

test("two variables of one name in one cause are told apart by their functions", () => {
  const text = shown([...cause("total", "main"), ...cause("total", "discount")], cause("off", "main"));
  expect(text).toContain("the cause is total in main and total in discount, after line 0 it is off");
});

test("one variable that gets other values is told with them", () => {
  const text = shown(cause("h", "hash"), [{ variable: "h", scope: "hash", old: "1", new: "30" }]);
  expect(text).toContain("the cause is h (2 instead of 1), after line 0 it is h (30 instead of 1)");
});

test("of many variables some are named", () => {
  const many = Array.from({ length: 9 }, (_, i) => cause(`v${i}`, "f")[0]!);
  const text = shown(many, cause("x", "f"));
  expect(text).toContain("v3 2 instead of 1 and 5 more  (1 differs)");
  expect(text).toContain("the cause is v0, v1, v2, v3 and 5 more, after");
});

test("what only one of the runs calls, and what a cause needs besides, is said", () => {
  const [from, to] = [cause("a", "f"), cause("b", "f")];
  const only = { passing: [], failing: ["f", "g"] };
  const link = { place: "p", cause: from, values: 9, onTopOf: { values: 2, variables: ["x", "y"] } };
  const finding = { chain: [link], transitions: [{ file: "s.c", line: 7, from, to, only }] } as Partial<StateFinding>;
  const text = chainText(finding as StateFinding, paint(false));
  expect(text).toContain("a 2 instead of 1  (on top of 2; 9 differ)");
  const excerpt = [{ line: 7, text: "};", marked: true }];
  const atEnd = { file: "s.c", line: 7, function: "sort", caller: "s.c:20", excerpt, from, to };
  const told = chainText(
    { chain: [link], transitions: [atEnd] } as Partial<StateFinding> as StateFinding,
    paint(false),
  );
  expect(told).toContain("after line 7, at the end of sort, called at s.c:20, it is b");
  expect(text).toContain("after line 7, where only the failing run calls f and g, it is b");
});
