import { expect, test } from "vitest";
import { testedProgram } from "../../../../src/causes/input/locate/tested-program.ts";

function program(...test: string[]) {
  const argv = (path: string) => test.map((word) => word.replaceAll("{}", path));
  const template = { argv, onStdin: !test.includes("{}"), rewritten: [], files: [] };
  return testedProgram({ failing: "/home/in.txt", cwd: "/home", mode: 0o644, template });
}

test.each([
  [["python3", "x.py", "{}"], "python"],
  [["env", "A=1", "node", "x.js", "{}"], "node"],
  [["/home/prog"], "gdb"],
] as const)("%j starts a program whose code can be changed", (words, language) => {
  expect(program(...words)).toMatchObject({ language });
});

test.each([
  [["sh", "-c", "./prog $1", "sh", "{}"], "give a TEST that starts the program itself"],
  [["/home/test.sh", "{}"], "test.sh is a shell or a script for one"],
  [["bun", "x.js", "{}"], "programs run by bun cannot be changed"],
  [["python3", "{}"], "the test runs the input itself"],
])("%j does not", (words, reason) => {
  expect(program(...words)).toMatchObject({ reason: expect.stringContaining(reason) });
});
