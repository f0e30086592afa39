import { expect, test } from "vitest";
import { RunModel } from "../../src/web/steps/run-model.ts";
import { stepDetails } from "../../src/web/steps/step-details.ts";

const line = (data: object) => `${JSON.stringify(data)}\n`;

/** What the page says of a step whose test showed this. */
function detailsOf(seen: object): string {
  const model = new RunModel();
  model.journal.add(
    line({
      ...{ event: "trial", stage: "lines", step: 1, at: 1, content: "a", outcome: "unresolved", ended: "exit 1" },
      ...{ milliseconds: 8, runs: 1, ...seen },
    }),
  );
  model.log.add(line({ from: 1, name: "lines", unit: "lines", total: 8, failing: 8 }));
  model.log.add(line({ step: 1, content: "a", outcome: "unresolved", size: 4, failing: 8 }));
  return stepDetails(model, 1, { id: "20260101-000000", test: "./check", kind: "input" }, "failing").html;
}

test("the line that another failure was read from is not shown twice", () => {
  const both = detailsOf({ printed: "KeyError: 'price' in total", outputLine: "KeyError: 'price'" });
  expect(both).toContain("<dt>Other failure</dt><dd>KeyError: &#39;price&#39; in total</dd>");
  expect(both).not.toContain("<dt>Printed</dt>");
  expect(detailsOf({ outputLine: "no such file" })).toContain("<dt>Printed</dt><dd>no such file</dd>");
});
