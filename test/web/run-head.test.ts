import { describe, expect, test } from "vitest";
import { liveView } from "../../src/web/page/run-head.ts";
import type { Damage } from "../../src/web/steps/damage.ts";
import type { RunOverview } from "../../src/web/steps/overview.ts";
import { RunModel } from "../../src/web/steps/run-model.ts";

const overview: RunOverview = {
  ...{
    id: "20261118-083053",
    folder: 0,
    foundIn: "/shop",
    cwd: "/shop",
    kind: "input",
    status: "found",
    test: "./check {}",
  },
  ...{ started: "2026-11-18T08:30:53.000Z", version: "0.1.0", isOld: false, cut: [], inner: [] },
  ...{ canResume: false, hasFinding: true },
};

function modelOf({ trials, steps }: { readonly trials: number; readonly steps: number }): RunModel {
  const model = new RunModel();
  const add = (file: { add: (text: string) => void }, data: object) => file.add(`${JSON.stringify(data)}\n`);
  for (let i = 1; i <= trials; i++)
    add(model.journal, { event: "trial", stage: "lines", step: i, at: i, content: `${i}`, outcome: "pass", runs: 1 });
  if (steps > 0) add(model.log, { from: 1, name: "lines", unit: "lines", total: 8, failing: 8 });
  for (let step = 1; step <= steps; step++)
    add(model.log, { step, content: `${step}`, outcome: "pass", size: 4, failing: 8 });
  return model;
}

const shown = (model: RunModel, damage: Damage = {}, more: Partial<RunOverview> = {}) =>
  liveView({ model, overview: { ...overview, ...more }, damage }).html.replace(/<[^>]*>/g, "");

describe("a damaged record", () => {
  test("without its journal does not say how many worlds were tested, and how long that took", () => {
    const text = shown(modelOf({ trials: 1, steps: 60 }), { journal: "journal.jsonl is cut" });
    expect(text).toContain("60 tests used");
    expect(text).toContain("The journal is damaged; 1 tested world can be read from it");
    expect(text).not.toMatch(/tested in/);
  });

  test("that has lost steps says only how many of them can be read", () => {
    const text = shown(modelOf({ trials: 60, steps: 5 }), { steps: "steps.jsonl is cut" });
    expect(text).toContain("5 tests can be read from the damaged log of steps: 0 fail 5 pass");
    expect(text).toContain("60 worlds tested in");
    expect(text).not.toMatch(/used|left/);
  });

  test("without any steps says that they cannot be read", () => {
    expect(shown(modelOf({ trials: 60, steps: 0 }), { steps: "steps.jsonl is gone" })).toBe(
      "The steps of this run cannot be read.",
    );
  });
});

test("another version made a run without steps only if the record says so", () => {
  const model = modelOf({ trials: 65, steps: 0 });
  expect(shown(model)).toBe("65 worlds were tested, but no steps are recorded.");
  expect(shown(model, {}, { isOld: true })).toBe(
    "65 worlds were tested, but no steps are recorded: another version of culprit made this run.",
  );
});
