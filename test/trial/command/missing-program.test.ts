import { expect, test } from "vitest";
import { missingProgram } from "../../../src/trial/command/missing-program.ts";

test("a missing program is named, with the folder", () => {
  expect(missingProgram("./check.sh", "/home/ann")).toBe(
    "There is no file ./check.sh in /home/ann to run as the test.",
  );
});

test("a command line in one word is for a shell", () => {
  expect(missingProgram("make && ./check.sh", "/home/ann")).toContain("for a shell: -- sh -c '…'");
});
