import { expect, test } from "vitest";
import { stopIfExpensive } from "../../../src/causes/why/cost.ts";

function runWith(conditions: { readonly jobs: number; readonly budget?: number }) {
  const files = new Map<string, unknown>();
  const stops: string[] = [];
  return {
    stops,
    conditions,
    record: {
      header: { run: "20260101-120000" },
      load: <T>(name: string) => files.get(name) as T | undefined,
      save: (name: string, value: unknown) => void files.set(name, value),
    },
    stop: (why: string) => void stops.push(why),
  };
}

test("steps that take long wait until the user has read what they cost", () => {
  const run = runWith({ jobs: 2 });
  expect(stopIfExpensive(run, { runs: 14, seconds: 95 })?.plan).toMatch(
    /^One run takes 1 min 35 s\. .* up to 14 of them, about 11 min 5 s.*\n.*culprit resume 20260101-120000 --budget 30m$/,
  );
  expect(run.stops).toEqual(["interrupted"]);
  expect(stopIfExpensive(run, { runs: 14, seconds: 95 })).toBeUndefined();
});

test("quick steps, and those with a budget, are made at once", () => {
  expect(stopIfExpensive(runWith({ jobs: 1 }), { runs: 14, seconds: 40 })).toBeUndefined();
  expect(stopIfExpensive(runWith({ jobs: 1, budget: 1000 }), { runs: 14, seconds: 95 })).toBeUndefined();
});
