import { expect, test } from "vitest";
import { readReporter } from "../../../src/cli/output/reporter.ts";
import { madeWords } from "../../causes/made-words.ts";

test("--markdown is the reporter of that name", () => {
  expect(readReporter(madeWords([], { markdown: true }))).toBe("markdown");
  expect(readReporter(madeWords([], { markdown: true, reporter: "markdown" }))).toBe("markdown");
});

test.each([
  [{ json: true }, "--markdown and --json exclude each other: use one of them."],
  [{ reporter: "sarif" }, "--markdown and --reporter sarif exclude each other: use one of them."],
])("--markdown with %j is refused", (others, message) => {
  expect(() => readReporter(madeWords([], { markdown: true, ...others }))).toThrow(message);
});
