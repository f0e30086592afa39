import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { stepWords } from "../../../src/cli/ci/step-words.ts";

const status = (step: string, system: "github" | "gitlab") => {
  const [program, ...words] = stepWords(step, system);
  return spawnSync(program!, words).status;
};

test("a command is its words", () => {
  expect(stepWords(" npm run 'test all' ", "github")).toEqual(["npm", "run", "test all"]);
});

test.each([
  ["ends at the first command that fails", "false\ntrue", "github", 1],
  ["is read by bash", "source /dev/null && [[ a = a ]]", "github", 0],
  ["passes on GitHub if a pipe ends well", "false | true", "github", 0],
  ["fails on GitLab if a command in a pipe does", "false | true", "gitlab", 1],
  ["may begin with a comment", "# first\nfalse || true", "gitlab", 0],
  ["that does not end a quote fails", "echo 'a", "github", 2],
] as const)("a step %s", (_, step, system, expected) => {
  expect(status(step, system)).toBe(expected);
});
