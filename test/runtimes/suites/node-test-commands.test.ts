import { expect, test } from "vitest";
import { commandsFor, seedOf } from "../../../runtimes/suites/node-test/commands.ts";

const run = { files: ["a.js"], reporter: "R", cwd: "/p", hasFullNames: true };
const reporting = ["--test-reporter=R", "--test-reporter-destination=stdout"];
const tests = [
  { file: "/p/b.js", names: ["g", "x (1)"] },
  { file: "/p/a.js", names: ["y"] },
];

test("since Node 22 a test is selected by all of its names, before by its own", () => {
  const execArgv = ["--test", "--test-name-pattern", "z", "--test-shard=1/2", "--import", "tsx"];
  const start = ["--test", "--import", "tsx", ...reporting];
  expect(commandsFor({ ...run, execArgv, tests })).toEqual([
    [...start, "--test-name-pattern=^g x \\(1\\)$", "b.js"],
    [...start, "--test-name-pattern=^y$", "a.js"],
  ]);
  expect(commandsFor({ ...run, execArgv, tests, hasFullNames: false })[0]).toContain("--test-name-pattern=^x \\(1\\)$");
});

test("the seed of a random order is known before Node would choose it, and tests of a plan have no such order", () => {
  expect(seedOf(["--test", "--test-randomize"], "5")).toBe("5");
  expect(seedOf(["--test", "--test-randomize", "--test-random-seed", "7"], "5")).toBe("7");
  expect(seedOf(["--test"], "5")).toBe(undefined);
  const execArgv = ["--test", "--test-randomize", "--test-only"];
  expect(commandsFor({ ...run, execArgv, seed: "5" })).toEqual([
    ["--test", "--test-only", "--test-randomize", "--test-random-seed=5", ...reporting, "a.js"],
  ]);
  expect(commandsFor({ ...run, execArgv, tests: tests.slice(1) })[0]).not.toContain("--test-randomize");
});
