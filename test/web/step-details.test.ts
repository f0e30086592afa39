import { expect, test } from "vitest";
import { RunModel } from "../../src/web/steps/run-model.ts";
import { rerunOf, stepDetails } from "../../src/web/steps/step-details.ts";

const line = (data: object) => `${JSON.stringify(data)}\n`;

const facts = { id: "20260101-000000", test: "./check", kind: "input" };

/** A run of one step whose test showed this. */
function modelOf(seen: object): RunModel {
  const model = new RunModel();
  model.journal.add(
    line({
      ...{ event: "trial", stage: "lines", step: 1, at: 1, content: "a", outcome: "unresolved", ended: "exit 1" },
      ...{ milliseconds: 8, runs: 1, ...seen },
    }),
  );
  model.log.add(line({ from: 1, name: "lines", unit: "lines", total: 8, failing: 8 }));
  model.log.add(line({ step: 1, content: "a", outcome: "unresolved", size: 4, failing: 8 }));
  return model;
}

/** What the page says of that step. */
const detailsOf = (seen: object) => stepDetails(modelOf(seen), 1, facts, "failing").html;

test("the line to run a step again begins in the folder of its run, where that is known", () => {
  const model = modelOf({});
  const lineOf = (more: object) => rerunOf(model, 1, { ...facts, ...more });
  expect(lineOf({})).toBe("culprit show 20260101-000000 --step 1 --run");
  expect(lineOf({ foundIn: "/home/ada/it's" })).toBe(
    `cd "/home/ada/it's" && culprit show 20260101-000000 --step 1 --run`,
  );
});

test("the line that another failure was read from is not shown twice", () => {
  const both = detailsOf({ printed: "KeyError: 'price' in total", outputLine: "KeyError: 'price'" });
  expect(both).toContain("<dt>Other failure</dt><dd>KeyError: &#39;price&#39; in total</dd>");
  expect(both).not.toContain("<dt>Printed</dt>");
  expect(detailsOf({ outputLine: "no such file" })).toContain("<dt>Printed</dt><dd>no such file</dd>");
});
