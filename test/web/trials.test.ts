import { expect, test } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { Trials } from "../../src/web/steps/trials.ts";

const seen = (content: string, outcome: Outcome, runs: number) => ({
  ...{ content, outcome, runs, ended: "exit 3", milliseconds: 8 },
});
const trial = (step: number, content: string, outcome: Outcome, runs = 1) =>
  ({ event: "trial", stage: "lines", step, at: step, ...seen(content, outcome, runs) }) as const;

test("runs of failing worlds are counted once for each world, the ends included", () => {
  const trials = new Trials();
  trials.add(trial(1, "a", "fail"));
  expect(trials.repeated).toBeUndefined();
  const [failing, other] = [seen("all", "fail", 2), seen("none", "pass", 5)];
  const failure = { mode: "same" } as never;
  trials.add({
    ...{ event: "ends", stage: "ends", failing, other, failure, timeLimit: 1, repeat: 5, executions: 7, at: 1 },
  });
  trials.add(trial(2, "b", "fail", 3));
  trials.add(trial(3, "b", "fail", 3));
  trials.add(trial(4, "c", "pass", 5));
  expect(trials.repeated).toEqual({ repeat: 5, failing: 3, runsOfFailing: 6 });
});
