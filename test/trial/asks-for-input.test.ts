import { describe, expect, test } from "vitest";
import { askedQuestion, questionAdvice } from "../../src/trial/asks-for-input.ts";

const asked = (stdout: string, { timedOut = false, stderr = "" } = {}) =>
  askedQuestion({ output: { stdout, stderr, dropped: 0 }, timedOut });

describe("a question to a person is recognised", () => {
  test.each([
    ["Do you want to continue? [Y/n] "],
    ["Proceed (y/N)? "],
    ["The modules directory will be removed and reinstalled from scratch. Proceed? (Y/n) · true"],
    ["Are you sure you want to continue connecting (yes/no/[fingerprint])? "],
    ["Remove it? (yes/no):"],
    ["Password: "],
    ["[sudo] password for ann: "],
    ["Enter passphrase for key '/home/ann/.ssh/id': "],
    ["Username for 'https://example.org': "],
    ["Press any key to continue . . ."],
    ["? Which template › "],
    ["\x1b[32m?\x1b[39m Project name: (app) "],
    ["Your name: "],
    ["> "],
  ])("%j", (text) => {
    expect(asked(`reading\nbuilding\n${text}`)).toBeDefined();
    expect(asked("", { stderr: `building\n${text}` })).toBeDefined();
  });

  test("even with an end of line, where nothing else looks like it", () => {
    expect(asked("Overwrite a.txt? [y/N]\n")).toBe("Overwrite a.txt? [y/N]");
  });

  test("by its last character, where the program waited until its time was up", () => {
    expect(asked("Which one?\n", { timedOut: true })).toBe("Which one?");
    expect(asked("Which one?\n")).toBeUndefined();
  });
});

test.each([
  [""],
  ["\n \n"],
  ["OK?\n"],
  ["error: unknown option --foo. Did you mean --for?\n"],
  ["FAILED: expected:\n"],
  ["1 passed, 2 failed\n"],
  ["the password: wrong\n"],
  ["npm error code E404\n"],
  ["the file either/or (a/b)\n"],
  ["done"],
  ["Proceed? [y/N] y\ndone\n"],
])("%j is no question", (text) => expect(asked(text)).toBeUndefined());

test("the advice quotes the question, and is empty where there is none", () => {
  expect(questionAdvice("Proceed? (Y/n)")).toContain("looks like a question: “Proceed? (Y/n)”");
  expect(questionAdvice(undefined)).toBe("");
});
