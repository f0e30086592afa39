import { expect, test } from "vitest";
import { lastOutput, noFailureMessage, placeHint } from "../../../src/run/ends/end-messages.ts";

const execution = (exit: number, stderr = "") => ({
  exit,
  signal: undefined,
  timedOut: false,
  milliseconds: 1,
  output: { stdout: "", stderr, dropped: 0 },
});

test.each([
  [
    "same",
    0,
    1,
    "The test passes on in.txt (exit 0), so there is no failure to explain. It printed nothing.\nA test should",
  ],
  ["same", 0, 20, "The test passes on in.txt (exit 0 in the first of 20 runs, none of which failed)"],
  ["interesting", 1, 3, "it ended with exit 1 in the first of 3 runs, none of which was interesting, and only exit 0"],
  ["match", 1, 3, "(it ended with exit 1 in the first of 3 runs, none of which matched)"],
  ["exit", 125, 1, "The test cannot judge in.txt: it ended with exit 125."],
  ["interesting", 1, 1, "The test does not find in.txt interesting: it ended with exit 1, and only exit 0 means"],
  ["match", 1, 1, "The output of the test on in.txt does not match the pattern of --failure (it ended with exit 1)."],
] as const)(
  "with --failure %s and exit %d in %d runs, the message says why there is no failure",
  (mode, exit, runs, message) => {
    expect(noFailureMessage({ name: "in.txt", execution: execution(exit), runs, mode })).toContain(message);
  },
);

test("only a test that goes by its exit status gets advice on exit statuses", () => {
  const message = noFailureMessage({ name: "in.txt", execution: execution(1), runs: 1, mode: "match" });
  expect(message).not.toContain("A test should exit 0");
});

test("a build that fails is named as such, with its errors", () => {
  const unbuilt = { ...execution(2, "x.c:1: error\n"), unbuilt: true as const };
  expect(noFailureMessage({ name: "HEAD", execution: unbuilt, runs: 1, mode: "same" })).toBe(
    "HEAD does not build (the build: exit 2). It printed:\n  │ x.c:1: error",
  );
});

test("a program that seems to wait for an answer is named, and what to do about it", () => {
  const asking = { ...execution(1, "Proceed? (Y/n) "), unbuilt: true as const };
  expect(noFailureMessage({ name: "HEAD", execution: asking, runs: 1, mode: "same" })).toMatch(
    /does not build.*\nIts last line looks like a question: “Proceed\? \(Y\/n\)”\. Tests run without a terminal: pass an option/s,
  );
});

test("of a long output the last five lines are quoted, without stacks and not too wide", () => {
  const lines = ["1", "2", "3", "Error: no", "    at f (x.js:1:2)", "", "5", "x".repeat(300), "Node.js v22.0.0"];
  expect(lastOutput(lines.join("\n"))).toBe(
    ` The last lines that it printed:\n${["2", "3", "Error: no", "5", `${"x".repeat(200)}…`].map((line) => `  │ ${line}`).join("\n")}`,
  );
});

test("a stack is quoted if there is nothing else", () => {
  expect(lastOutput("    at f (x.js:1:2)\n")).toContain("at f (x.js:1:2)");
});

test("the sandbox is mentioned only where it was used", () => {
  const conditions = { jobs: 1, failure: { mode: "same" as const }, repeat: 1 };
  expect(placeHint({ conditions })).toBe("");
  expect(placeHint({ conditions: { ...conditions, sandbox: true } })).toContain("try without --sandbox");
  const engine = { url: "grpc://host", platform: [], passEnv: [], uploads: [] };
  expect(placeHint({ conditions: { ...conditions, engine } })).toMatch(/on a worker of the engine.*--upload/s);
});
