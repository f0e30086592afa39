import { describe, expect, test } from "vitest";
import { describeFailure, judge, learnFailure, printedMessage } from "../../src/trial/failure.ts";
import type { Execution } from "../../src/trial/process/execution.ts";

const ended = (exit: number, stderr: string): Execution => ({
  exit,
  signal: undefined,
  timedOut: false,
  milliseconds: 1,
  output: { stdout: "", stderr, dropped: 0 },
});

const same = { mode: "same" as const };

/** The failure of an execution as it is described to people. */
function described(execution: Execution): string {
  const failure = learnFailure(same, execution, [])!;
  return describeFailure(failure, printedMessage(execution, failure, []));
}

const thrown = (message: string) => ended(1, `Error: ${message}\n    at total (/x/bill.js:3:9)\n`);

describe("a failure is described", () => {
  test("by its message as it was printed, with what may differ in it", () => {
    expect(described(thrown("the total is 7"))).toBe(
      "exit 1 with Error: the total is 7 in total (names and numbers in it may differ)",
    );
    expect(described(thrown("nothing is here"))).toBe("exit 1 with Error: nothing is here in total");
  });

  test("by its last error line as it was printed", () => {
    expect(described(ended(2, "error: 7 == 8\n"))).toBe(
      "exit 2 with the last error line “error: 7 == 8” (names and numbers in it may differ)",
    );
  });

  test("without the marks of what is blanked, even where the printed message is not known", () => {
    const failure = learnFailure(same, thrown("the total is 7"), [])!;
    expect(describeFailure(failure)).toBe(
      "exit 1 with Error: the total is … in total (names and numbers in it may differ)",
    );
    const byLine = learnFailure(same, ended(2, "error: 7\n"), [])!;
    expect(describeFailure(byLine)).toContain("“error: …”");
  });
});

test("a hang is described with the question that it may be waiting on", () => {
  const hang = (stdout: string): Execution => ({
    ...ended(0, ""),
    exit: undefined,
    timedOut: true,
    output: { stdout, stderr: "", dropped: 0 },
  });
  expect(described(hang("working\n"))).toBe("a hang (it reached its time limit)");
  expect(described(hang("Continue? [y/N] "))).toBe(
    "a hang (it reached its time limit; its last line looks like a question: “Continue? [y/N]”)",
  );
});

describe("another failure", () => {
  const failure = learnFailure(same, thrown("the total is 7"), [])!;

  test("is compared without names and numbers, and shown as it was printed", () => {
    const [one, other] = ["a.b is 3", "a.b is 4"].map((message) => judge(thrown(message), failure, []));
    expect(one).toMatchObject({
      outcome: "unresolved",
      printed: "Error: a.b is 3 in total",
      outputLine: "Error: a.b is 3",
    });
    expect(one!.otherFailure).toBe(other!.otherFailure);
    expect(one!.kind).toBe(other!.kind);
  });

  test("that nothing but a line shows is shown as that line", () => {
    const { kind, outputLine, printed } = judge(ended(2, "error: 7\n"), failure, []);
    expect({ kind, outputLine, printed }).toEqual({ kind: "error: ·", outputLine: "error: 7", printed: undefined });
  });
});

test("an execution that is neither may ask a question", () => {
  const failure = learnFailure(same, thrown("the total is 7"), [])!;
  expect(judge(ended(2, "Password: "), failure, [])).toMatchObject({ outcome: "unresolved", question: "Password:" });
  expect(judge(ended(2, "error: 3\n"), failure, [])).not.toHaveProperty("question");
});

test("the failure itself is recognised whatever its names and numbers are", () => {
  const failure = learnFailure(same, thrown("the total is 7"), [])!;
  expect(judge(thrown("the total is 8"), failure, []).outcome).toBe("fail");
});
