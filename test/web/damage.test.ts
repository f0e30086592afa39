import { expect, test } from "vitest";
import { type Damage, damageOfRun, damageText } from "../../src/web/steps/damage.ts";
import { RunModel } from "../../src/web/steps/run-model.ts";

const line = (data: object) => `${JSON.stringify(data)}\n`;
const trial = (content: string) =>
  line({ event: "trial", stage: "lines", step: 1, at: 1, outcome: "pass", content, ended: "exit 0", runs: 1 });

/** A run with two tests and three steps, of which the last needed no test. */
function modelOf({ journal = trial("a") + trial("b") } = {}): RunModel {
  const model = new RunModel();
  model.journal.add(journal);
  model.log.add(line({ from: 1, name: "lines", unit: "lines", total: 8, failing: 8 }));
  for (const [i, content] of ["a", "b"].entries())
    model.log.add(line({ step: i + 1, content, outcome: "pass", size: 4, failing: 8 }));
  model.log.add(line({ step: 3, content: "c", outcome: "pass", as: "memory", size: 4, failing: 8 }));
  return model;
}

const ended = { cut: [], isRunning: false };

test("a record that has all of its tests is not damaged", () => {
  expect(damageOfRun(modelOf(), ended)).toEqual({});
  expect(damageText({})).toBeUndefined();
});

test("tests that only the steps name are missing in the journal, once the run has ended", () => {
  const model = modelOf({ journal: trial("a") });
  expect(damageText(damageOfRun(model, ended))).toBe("The record is damaged: journal.jsonl lacks the tests of 1 step.");
  expect(damageOfRun(model, { cut: [], isRunning: true })).toEqual({});
});

test.each<[string, Damage, string]>([
  [
    "a file that was cut",
    damageOfRun(modelOf(), { ...ended, cut: [{ file: "steps", size: 1701, was: 30_220 }] }),
    "steps.jsonl has 1,701 of its 30,220 bytes",
  ],
  [
    "a file that is gone",
    damageOfRun(modelOf({ journal: "" }), { ...ended, cut: [{ file: "journal", was: 30_220 }] }),
    "journal.jsonl is gone",
  ],
  [
    "a line that cannot be read",
    damageOfRun(modelOf({ journal: `${trial("a")}garbage\n` }), ended),
    "nothing is read from line 2 of journal.jsonl on",
  ],
])("%s is named", (_, damage, clause) => {
  expect(damageText(damage)).toBe(`The record is damaged: ${clause}.`);
});
