import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { asking } from "../../src/core/search.ts";
import { patchBetween } from "../../src/core/text-patch.ts";
import type { StageLine, StepLine } from "../../src/run/record/step-lines.ts";
import { describedSearch, type SearchDescription } from "../../src/search/described.ts";
import { setSizes } from "../../src/search/goal.ts";
import { RunSteps } from "../../src/web/steps/run-steps.ts";
import { whyAsked } from "../../src/web/steps/why-asked.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const newSteps = () => new RunSteps();
const stage = (more: Partial<StageLine> = {}): StageLine => ({
  ...{ from: 1, name: "lines", unit: "lines", total: 8, failing: 8 },
  ...more,
});
const step = (n: number, outcome: Outcome, more: Partial<StepLine> = {}): StepLine => ({
  ...{ step: n, content: `content ${n}`, outcome },
  ...more,
});

/** The sets that a search asks about when all of `needed` have to be there for a failure. */
function taken(search: SearchDescription, needed: DeltaSet): { set: string; outcome: Outcome; failing: number }[] {
  const found = [];
  for (let at = describedSearch(search); asking(at); ) {
    const outcome: Outcome = at.ask.contains(needed) ? "fail" : "pass";
    const next = at.after(outcome);
    const best = asking(next) ? next.best : next.result;
    found.push({ set: at.ask.toString(), outcome, failing: setSizes(best!.at(-1)!).failing });
    at = next;
  }
  return found;
}

describe("a search that is described as data", () => {
  const search = fc.record({
    goal: fc.constantFrom("simplify" as const, "isolate" as const),
    name: fc.constantFrom("auto", "ddmin", "thorough", "wide"),
    causes: fc.constant(1),
    total: fc.integer({ min: 2, max: 400 }),
  });

  test("has the same steps when it is taken again from its answers", () => {
    fc.assert(
      fc.property(search, fc.array(fc.nat(399), { minLength: 1, maxLength: 6 }), (described, numbers) => {
        const needed = DeltaSet.of(...numbers.map((n) => n % described.total));
        const expected = taken(described, needed);
        const steps = newSteps();
        steps.add(stage({ search: described, total: described.total }));
        expected.forEach(({ outcome }, i) => {
          steps.add(step(i + 1, outcome));
        });
        const found = expected.map((_, i) => ({
          set: steps.setAt(i + 1)!.toString(),
          outcome: steps.outcomeAt(i + 1),
          failing: steps.sizesAt(i + 1).failing,
        }));
        expect(found).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  test("says why a set was asked for, and what would come next", () => {
    const steps = newSteps();
    steps.add(stage({ search: { goal: "simplify", name: "ddmin", causes: 1, total: 8 } }));
    steps.add(step(1, "pass"));
    const { reason, next } = whyAsked(steps, 1);
    expect(reason).toBe(
      "Leaves out 4 of the 8 lines that are left. If it still fails, the failure does not need them.",
    );
    expect(next.map(({ outcome }) => outcome)).toEqual(["pass", "fail", "unresolved"]);
    expect(next[1]!.text).toMatch(/^then try 2 lines/);
  });

  test("is not confused by more answers than it has questions", () => {
    const steps = newSteps();
    steps.add(stage({ search: { goal: "simplify", name: "auto", causes: 1, total: 2 } }));
    for (let n = 1; n <= 30; n++) steps.add(step(n, "pass"));
    expect(steps.count).toBe(30);
    expect(steps.setAt(30)).toBeUndefined();
    expect(whyAsked(steps, 30).next).toEqual([]);
  });
});

test("a resumed run that goes another way replaces the steps from there on", () => {
  const steps = newSteps();
  steps.add(stage({ search: { goal: "simplify", name: "ddmin", causes: 1, total: 8 } }));
  for (const [n, outcome] of [["pass"], ["fail"], ["pass"]].entries()) steps.add(step(n + 1, outcome[0] as Outcome));
  steps.add(step(2, "pass"));
  expect(steps.count).toBe(2);
  expect(steps.outcomeAt(2)).toBe("pass");
  expect(steps.counts).toEqual({ pass: 2, fail: 0, unresolved: 0 });
  steps.add(step(3, "fail"));
  steps.add(step(4, "unresolved", { as: "memory" }));
  expect(steps.counts).toEqual({ pass: 2, fail: 1, unresolved: 0 });
  expect(steps.setAt(3)!.size).toBe(6);
});

test("texts are made from the best one before them", () => {
  const steps = newSteps();
  const [start, best, other] = [bytes("one two three four"), bytes("one four"), bytes("four")];
  steps.add(stage({ text: ["one two three four"] }));
  steps.add(step(1, "fail", { text: patchBetween(start, best), base: true, size: 8, failing: 8 }));
  steps.add(step(2, "pass", { text: patchBetween(best, other), size: 4, failing: 8 }));
  steps.add(step(3, "pass", { size: 1, failing: 8 }));
  expect(steps.textAt(1)).toEqual(best);
  expect(steps.textAt(2)).toEqual(other);
  expect(steps.textAt(3)).toBeUndefined();
  expect(steps.textBefore(3, "fail")).toBe(1);
  expect(steps.textBefore(3, "pass")).toBe(2);
});

describe("where more than the answers decides", () => {
  const changes = stage({ name: "changes", unit: "changes", passing: 0, sets: true });
  const all = "the 8 changes of the failing set";

  test.each<[string, readonly StepLine[], string]>([
    [
      "what is left out of all of them",
      [step(1, "pass", { set: "0-3", size: 4, failing: 8, passing: 4 })],
      `Leaves out 4 of ${all}. If it still fails, the failure does not need them; if it passes, at least one of them matters.`,
    ],
    [
      "what is left out of the last set that became the failing one",
      [
        step(1, "fail", { set: "0-5", size: 6, failing: 6, passing: 0 }),
        step(2, "fail", { set: "0-3,6-7", size: 6, failing: 6, passing: 0 }),
        step(3, "unresolved", { set: "1-5", size: 5, failing: 6, passing: 0 }),
      ],
      "Leaves out 1 of the 6 changes of the failing set. If it still fails, the failure does not need it; if it passes, it matters.",
    ],
    [
      "that all of them are left out",
      [step(1, "pass", { set: "", size: 0, failing: 8 })],
      "Leaves out all 8 changes of the failing set. If it still fails, the failure does not need them; if it passes, at least one of them matters.",
    ],
    [
      "that all of them are tried",
      [step(1, "fail", { set: "0-7", size: 8, failing: 8 })],
      "Tries the whole failing set: 8 changes.",
    ],
  ])("the log says %s", (_, lines, reason) => {
    const steps = newSteps();
    steps.add(changes);
    for (const line of lines) steps.add(line);
    expect(whyAsked(steps, lines.length)).toEqual({ reason, next: [] });
  });

  test.each<[string, readonly StepLine[]]>([
    [
      "a set with what the failing one lacks",
      [step(1, "fail", { set: "0-4", size: 5, failing: 5 }), step(2, "pass", { set: "4-7", size: 4, failing: 5 })],
    ],
    ["a set of which only the beginning is kept", [step(1, "pass", { set: "0-3, …", size: 4, failing: 8 })]],
    ["what makes the test pass", [step(1, "fail", { answer: "pass", set: "0-3", size: 4, failing: 8 })]],
    [
      "steps whose sizes are not those of their sets",
      [step(1, "fail", { set: "0-4", size: 5, failing: 3 }), step(2, "pass", { set: "0-3", size: 4, failing: 3 })],
    ],
  ])("nothing more is said of %s", (_, lines) => {
    const steps = newSteps();
    steps.add(changes);
    for (const line of lines) steps.add(line);
    const { size } = lines.at(-1)!;
    expect(whyAsked(steps, lines.length).reason).toBe(
      `This candidate has ${size} changes of 8. Why it was chosen is not recorded.`,
    );
  });

  test("an instant is between one that passes and one that fails", () => {
    const steps = newSteps();
    steps.add(stage({ name: "clock", unit: "seconds", total: 100, failing: 100, passing: 0 }));
    steps.add(step(1, "pass", { set: "2025-07-01", size: 50, failing: 100, passing: 50 }));
    steps.add(step(2, "fail", { set: "2025-10-01", size: 76, failing: 76, passing: 50 }));
    steps.add(step(3, "fail", { set: "2025-10-01 in another zone", size: 76, failing: 76, passing: 50 }));
    expect(whyAsked(steps, 2).reason).toBe(
      "It is between the last one that passes and the first one that fails, which are 50 seconds apart. It leaves 26 of them if it fails, 24 if it passes.",
    );
    expect(whyAsked(steps, 3).reason).toBe("This is the next of “clock”. Why it was chosen is not recorded.");
  });

  test("a commit halves those that are left", () => {
    const steps = newSteps();
    steps.add(stage({ name: "commits", unit: "commits", total: 10, failing: 10, halving: true }));
    steps.add(step(1, "pass", { set: "0f4b981006", size: 5, failing: 5 }));
    steps.add(step(2, "fail", { set: "5d969c6753", size: 7, failing: 1 }));
    steps.add(step(3, "pass", { set: "420997356a", size: 6, failing: 1, as: "check" }));
    expect([1, 2, 3].map((each) => whyAsked(steps, each).reason)).toEqual([
      "10 commits are left. This is one near their middle, so that either outcome rules out about half.",
      "5 commits are left. This is one near their middle, so that either outcome rules out about half.",
      "This only confirms a result that was found.",
    ]);
  });

  test("the failing set that the log leads to is that of the search", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(59), { minLength: 1, maxLength: 6 }), (numbers) => {
        const needed = DeltaSet.of(...numbers);
        const steps = newSteps();
        steps.add(stage({ total: 60, failing: 60, sets: true }));
        let best = DeltaSet.range(0, 60);
        for (const [i, { set, outcome, failing }] of taken(
          { goal: "simplify", name: "auto", causes: 1, total: 60 },
          needed,
        ).entries()) {
          const asked = DeltaSet.parse(set);
          steps.add(step(i + 1, outcome, { set, size: asked.size, failing }));
          expect(steps.failingBefore(i + 1)?.toString()).toBe(best.toString());
          if (outcome === "fail" && failing < best.size) best = asked;
        }
      }),
      { numRuns: 40 },
    );
  });
});

test("lines that do not fit are left out", () => {
  const steps = newSteps();
  steps.add(step(1, "pass"));
  steps.add(stage());
  steps.add(step(7, "pass"));
  expect(steps.count).toBe(0);
});
