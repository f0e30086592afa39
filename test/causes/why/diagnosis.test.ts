import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Diagnosis, diagnose, here, type Question } from "../../../src/causes/why/diagnosis/diagnose.ts";
import { type Control, enoughRuns, type Factor, findControl } from "../../../src/causes/why/diagnosis/factors.ts";
import { repeatHere } from "../../../src/causes/why/diagnosis/repeat.ts";
import { sampleHere } from "../../../src/causes/why/diagnosis/sample.ts";
import type { Outcome } from "../../../src/core/outcome.ts";
import { asking, type Search } from "../../../src/core/search.ts";

type World = (question: Question) => Outcome;

/** Walks a search, and returns its result with all that it asked. */
function walk<R>(
  search: Search<Question, R>,
  world: World,
): { result: R; asked: { question: Question; outcome: Outcome }[] } {
  const asked: { question: Question; outcome: Outcome }[] = [];
  let position = search;
  while (asking(position)) {
    const { ask: question } = position;
    const outcome = world(question);
    asked.push({ question, outcome });
    position = position.after(outcome);
  }
  return { result: position.result, asked };
}

const outcomes = fc.constantFrom<Outcome>("fail", "pass", "unresolved");
/** A world in which every run of every experiment has an outcome of its own. */
const anyWorld = fc.func(outcomes).map(
  (of): World =>
    ({ experiment, nth }) =>
      of(experiment, nth),
);
const names = ["a", "b", "c", "d"];

describe("diagnose", () => {
  test("names only what passed twice while it failed here again", () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const { result, asked } = walk<Diagnosis>(diagnose(names), world);
        if (result.decides === undefined) return;
        const seen = (experiment: string) =>
          asked.filter(({ question }) => question.experiment === experiment).map(({ outcome }) => outcome);
        expect(seen(result.decides)).toEqual(["pass", "pass"]);
        expect(seen(here)).toEqual(["fail"]);
      }),
    );
  });

  test("names the first that passes, and asks for no more", () => {
    const { result, asked } = walk(diagnose(names), ({ experiment }) =>
      ["b", "c"].includes(experiment) ? "pass" : "fail",
    );
    expect(result).toEqual({ decides: "b" });
    expect(asked.map(({ question }) => question.experiment)).toEqual(["a", "b", here, "b"]);
  });

  test("says that the test comes and goes if it passes here", () => {
    expect(walk(diagnose(names), () => "pass").result).toEqual({ comesAndGoes: true });
    expect(walk(diagnose(names), () => "fail").result).toEqual({});
  });
});

test("the test is repeated until it passes, or often enough", () => {
  expect(walk(repeatHere(here, 5), () => "fail").result).toEqual({ failed: 5, passed: 0, unresolved: 0 });
  const third = walk(repeatHere(here, 5), ({ nth }) => (nth === 5 ? "pass" : "fail"));
  expect(third.result).toEqual({ failed: 2, passed: 1, unresolved: 0 });
  expect(new Set(third.asked.map(({ question }) => question.nth)).size).toBe(3);
});

test("a sample ends when both outcomes were seen a few times", () => {
  const { result, asked } = walk(sampleHere(20), ({ nth }) => (nth % 2 === 0 ? "fail" : "pass"));
  expect(result).toEqual({ failed: 3, passed: 3 });
  expect(asked).toHaveLength(6);
  expect(walk(sampleHere(20), () => "pass").asked).toHaveLength(20);
});

describe("findControl", () => {
  const factor = (id: string, ways: readonly string[], needsBoth = ways.length > 1): Factor => ({
    id,
    ways,
    needsBoth,
  });
  const factors = [
    factor("order", ["order", "alone"]),
    factor("seed", ["seed 0", "seed 1", "seed 2"]),
    factor("one", ["one"]),
  ];
  const runs = { fails: 8, passes: 6 };

  test("names a factor only after enough runs that all came out the same", () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const { result, asked } = walk<Control | undefined>(findControl(factors, runs), world);
        if (!result) return;
        for (const side of ["fails", "passes"] as const) {
          const way = result[side];
          if (way === undefined) continue;
          const seen = asked.filter(({ question }) => question.experiment === way);
          expect(new Set(seen.map(({ question }) => question.nth)).size).toBe(runs[side]);
          expect(new Set(seen.map(({ outcome }) => outcome))).toEqual(new Set([side === "fails" ? "fail" : "pass"]));
        }
        const { needsBoth } = factors.find(({ id }) => id === result.factor)!;
        if (needsBoth) expect([result.fails, result.passes]).not.toContain(undefined);
      }),
    );
  });

  test("finds the seed that fails and the one that passes", () => {
    const random: World = ({ nth }) => (nth % 2 === 0 ? "fail" : "pass");
    const world: World = (question) => {
      if (!question.experiment.startsWith("seed")) return random(question);
      return question.experiment === "seed 1" ? "fail" : "pass";
    };
    expect(walk(findControl(factors, runs), world).result).toMatchObject({
      factor: "seed",
      fails: "seed 1",
      passes: "seed 0",
    });
  });

  test("nothing is said of a side that would need too many runs", () => {
    expect(enoughRuns(0.04)).toEqual({ fails: 5, passes: undefined });
    expect(enoughRuns(0.5)).toEqual({ fails: 7, passes: 7 });
    expect(enoughRuns(0)).toEqual({ fails: 5, passes: undefined });
    const { result } = walk(findControl([factor("one", ["one"])], { fails: 5, passes: undefined }), () => "pass");
    expect(result).toBeUndefined();
  });
});
