import { describe, expect, test } from "vitest";
import { executesCandidate } from "../../../src/trial/command/executes-candidate.ts";
import { resolveTestWords } from "../../../src/trial/command/test-words.ts";

/** A test as it is written at the command line; {} is the candidate, `name` its file name. */
const executes = (line: string, name = "in.sh") => {
  const words = line.split(" ");
  const template = resolveTestWords({ words, cwd: "/", failing: `/no/${name}`, placeholder: "{}", literal: false });
  return executesCandidate(template, name);
};

describe("the candidate is executed", () => {
  test.each([
    "{}",
    "{} --option",
    "./in.sh",
    "sh {}",
    "/bin/bash -x {} argument",
    "bash -euo pipefail {}",
    "sh -c {}",
    "sh in.sh",
    "zsh ./in.sh",
    "python3 {}",
    "python3.11 -W error -B {}",
    "node --require ./hook.js {}",
    "perl -w -Ilib {}",
    "ruby -r json {}",
    "php -f {}",
    "lua5.4 {}",
    "deno run --allow-read {}",
    "bun {}",
    "Rscript --vanilla {}",
    "env -u HOME LANG=C python3 {}",
    "timeout -s KILL 10 node {}",
    "nice -n 5 timeout 10 {}",
    "sh",
    "bash -s argument",
    "python3 -",
    "python3 /dev/stdin",
    "node",
    "env node",
  ])("by %s", (line) => {
    expect(executes(line)).toBe(true);
  });
});

describe("the candidate is not plainly executed", () => {
  test.each([
    "gcc -c {}",
    "grep -q X {}",
    "sort",
    "sh test.sh {}",
    "python3 parse.py {}",
    "node parse.js",
    "python3 -m json.tool {}",
    "python3 -c code {}",
    "perl -ne code {}",
    "perl -lane code {}",
    "node -e code {}",
    "sh -c code sh {}",
    "bash -xc code sh {}",
    "bash -n {}",
    "node --check {}",
    "php -l {}",
    "ruby -c {}",
    "deno check {}",
    "node --require={} parse.js",
    "timeout 10 gcc {}",
    "timeout 10",
    "env",
  ])("by %s", (line) => {
    expect(executes(line)).toBe(false);
  });
});

test("a candidate that has an interpreter's name is not that interpreter", () => {
  expect(executes("node parse.js", "node")).toBe(false);
  expect(executes("node node", "node")).toBe(true);
});
