import { expect, test } from "vitest";
import { agentPrompt } from "../../src/web/steps/agent-prompt.ts";
import { RunModel } from "../../src/web/steps/run-model.ts";

const context = {
  id: "20261118-083053",
  kind: "input",
  test: "./check {}",
  headline: "Fails because of x",
  doubts: [],
};
const rerun = { words: ["./check", "{}"], extension: ".txt", onStdin: true };

function modelOf(...lines: object[]): RunModel {
  const model = new RunModel();
  for (const line of lines) model.log.add(`${JSON.stringify(line)}\n`);
  return model;
}

test("a prompt has the test, the candidate and the line to run it again", () => {
  const stage = { from: 1, name: "bytes", unit: "bytes", total: 9, failing: 9, text: ["```\nx y z\n"] };
  const model = modelOf(stage, { step: 1, content: "c", outcome: "fail", size: 9, failing: 9, text: [0, 10] });
  const prompt = agentPrompt(model, 1, { ...context, rerun, cwd: "/home/ada/shop" });
  expect(prompt).toContain("The test: ./check {}");
  expect(prompt).toContain("Step 1 of 1 (bytes): the candidate fails.");
  expect(prompt).toContain("````\n```\nx y z\n````");
  expect(prompt).toContain(
    "To run it again, in /home/ada/shop: culprit show 20261118-083053 --step 1 --output step-1.txt && ./check step-1.txt <step-1.txt",
  );
});

test("a candidate of a list is named by its items", () => {
  const stage = {
    from: 1,
    name: "arguments",
    unit: "arguments",
    total: 3,
    failing: 3,
    labels: ["-a", "-b", "-c"],
    sets: true,
  };
  const model = modelOf(stage, { step: 1, content: "c", outcome: "pass", set: "0,2", size: 2, failing: 3 });
  const prompt = agentPrompt(model, 1, context);
  expect(prompt).toContain("The candidate (2 of 3 arguments):\n\n- -a\n- -c\n");
  expect(prompt).toContain("To run it again: culprit show");
});
