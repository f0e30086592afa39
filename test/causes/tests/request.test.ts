import { expect, test } from "vitest";
import { readWords } from "../../../src/application/words.ts";
import { tests } from "../../../src/causes/tests/application.ts";

const read = (...argv: string[]) => tests.readRequest(readWords(tests, argv), "/");

test("the command that runs the tests is enough", () => {
  expect(read("--", "npm", "test")).toMatchObject({ test: ["npm", "test"], cwd: "/" });
  expect(read("--failing", "a", "--seed", "7", "--", "pytest")).toMatchObject({ failing: "a", seed: "7" });
});

test("another runner has two commands, and needs no test", () => {
  expect(read("--list", "./t -l", "--run", "./t {}", "--failing", "b")).toMatchObject({
    test: [],
    own: { list: "./t -l", run: "./t {}" },
  });
});

test.each([
  [[], /What is the test\?/],
  [["npm", "test"], /after --: culprit tests -- npm test/],
  [["--list", "x", "--", "y"], /belong together/],
  [["--list", "x", "--run", "y", "--", "z"], /--run needs \{\}/],
  [["--order", "/no/such/file", "--", "y"], /no such file/],
  [["--order", "/etc/hosts", "--seed", "1", "--", "y"], /exclude each other/],
])("%j is refused", (argv, message) => {
  expect(() => read(...argv)).toThrow(message);
});
