import { expect, test } from "vitest";
import { programEnding } from "../../../../src/causes/state/driver/ending.ts";
import { type Criterion, judgeRun } from "../../../../src/causes/state/driver/judge.ts";
import type { NextCommand } from "../../../../src/trial/experiment.ts";
import type { Execution } from "../../../../src/trial/process/execution.ts";
import { StartError } from "../../../../src/trial/process/start-error.ts";

const ended = (rest: Partial<Execution>): Execution => {
  const output = { stdout: "", stderr: "", dropped: 0 };
  return { exit: undefined, signal: undefined, timedOut: false, milliseconds: 7, output, ...rest };
};
const never = () => Promise.reject(new Error("no test is run"));

function judge(criterion: Criterion, run: (test: NextCommand) => Promise<Execution> = never) {
  const output = Buffer.from("hello\n");
  return judgeRun({ status: "exit 3", output, stderr: "", outputFile: "/output" }, criterion, { run, timeLimit: 2000 });
}

test("a test gets the output and the status, and decides", async () => {
  const asked: NextCommand[] = [];
  const run = async (command: NextCommand) => {
    asked.push(command);
    return ended({ exit: 4, output: { stdout: "", stderr: "wrong\n", dropped: 0 } });
  };
  expect(await judge({ test: ["check", "it"] }, run)).toEqual({ exit: 4, stderr: "wrong\n", milliseconds: 7 });
  expect(asked).toEqual([{ argv: ["check", "it"], environment: { CULPRIT_STATUS: "exit 3" }, stdin: "/output" }]);
});

test("a test that is killed, or does not finish in time, is unresolved", async () => {
  expect(await judge({ test: ["check"] }, async () => ended({ signal: "SIGKILL" }))).toMatchObject({ exit: 125 });
  const late = await judge({ test: ["check"] }, async () => ended({ timedOut: true }));
  const message =
    "the test failed to finish in time (2 s for the program and the test together); use --timeout to give it more";
  expect(late).toMatchObject({ exit: 125, stderr: `culprit: ${message}\n` });
});

test("a test that cannot be started says why", async () => {
  const missing = async () => {
    throw new StartError("cannot start check: no such command", "ENOENT");
  };
  expect(await judge({ test: ["check"] }, missing)).toEqual({
    exit: 127,
    stderr: "culprit: cannot start check: no such command\n",
  });
});

test("without a test, the ending decides", async () => {
  const like = programEnding("exit 3", Buffer.from("hello\n"));
  const unlike = programEnding("exit 0", Buffer.from("hello\n"));
  expect(await judge({ test: [], pass: like, fail: unlike })).toEqual({ exit: 0 });
  expect(await judge({ test: [], pass: unlike, fail: like })).toEqual({ exit: 1 });
  expect(await judge({ test: [], pass: unlike })).toEqual({ exit: 125 });
});
