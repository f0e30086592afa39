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
  const prompt = agentPrompt(model, 1, { ...context, rerun, foundIn: "/home/ada/my shop" });
  expect(prompt).toContain("The test: ./check {}");
  expect(prompt).toContain("Step 1 of 1 (bytes): the candidate fails.");
  expect(prompt).toContain("````\n```\nx y z\n````");
  expect(prompt).toContain(
    "To run it again: cd '/home/ada/my shop' && culprit show 20261118-083053 --step 1 --output step-1.txt && ./check step-1.txt <step-1.txt",
  );
});

test("a run without a test has its two programs, and values have names, both sides and their heads", () => {
  const items = [
    ["w in avg", "1", "2"],
    ["w in main", "1", "2"],
    ["z in main", "3", "4"],
  ].map(([name, old, now]) => [{ name, old, new: now }]);
  const heads = ["Variable", "Passing run", "Failing run"];
  const labels = items.map(([row]) => row!.name);
  const stage = {
    ...{ from: 1, name: "avg", unit: "values", total: 3, failing: 3, passing: 0, labels, sets: true },
    details: { kind: "sides", heads, items },
  };
  const model = modelOf(stage, { step: 1, content: "c", outcome: "fail", set: "0,2", size: 2, failing: 2 });
  const commands = { passing: "python3 s.py 1 2", failing: "python3 s.py 1 2 3" };
  const prompt = agentPrompt(model, 1, { ...context, kind: "state", test: "", commands });
  expect(prompt).toMatch(/^A program fails/);
  expect(prompt).toContain("\nThis passes: python3 s.py 1 2\nThis fails: python3 s.py 1 2 3\n");
  expect(prompt).not.toContain("The test:");
  expect(prompt).toContain(
    "\n- w in avg: 2 (Failing run) instead of 1 (Passing run)\n- z in main: 4 (Failing run) instead of 3 (Passing run)\n",
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
