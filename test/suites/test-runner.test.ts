import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testRunnerOf, watchableCommand } from "../../src/suites/test-runner.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const runnerOf = (command: string, cwd = "/nowhere") => testRunnerOf(command.split(" "), cwd);

test.each([
  ["pytest t/test_x.py::test_a", "pytest"],
  [".venv/bin/pytest -q", "pytest"],
  ["env MODE=slow python3.12 -m pytest t", "pytest"],
  ["uv run pytest t", "pytest"],
  ["python -m unittest t.T.test_a", "unittest"],
  ["npx vitest run -t NAME", "vitest"],
  ["npx --no vitest run", "vitest"],
  ["node node_modules/vitest/vitest.mjs run", "vitest"],
  ["node_modules/.bin/jest -t NAME", "jest"],
  ["npm exec jest", "jest"],
  ["npx mocha -g NAME", "mocha"],
  ["node --test --test-name-pattern=NAME x.test.js", "node:test"],
  ["node --import ./hooks.mjs --test x.test.ts", "node:test"],
  ["./cart.test -test.run TestTotal", "go test"],
  ["./cart.test", undefined],
  ["node app.js --test", undefined],
  ["python3 app.py pytest", undefined],
  ["./sort 7 8", undefined],
  ["npm test", undefined],
])("%s is %s", (command, runner) => {
  expect(runnerOf(command)).toBe(runner);
});

test("scripts of package.json are looked up", () => {
  const folder = temporaryFolder("scripts");
  const scripts = { test: "env TZ=UTC vitest run", check: "node --test", start: "node app.js" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts }));
  expect(runnerOf("npm test -- -t NAME", folder)).toBe("vitest");
  expect(runnerOf("npm run check", folder)).toBe("node:test");
  expect(runnerOf("yarn check", folder)).toBe("node:test");
  expect(runnerOf("npm run start", folder)).toBeUndefined();
});

test("Vitest uses processes, unless the command says otherwise", () => {
  const words = ["npx", "vitest", "run"];
  expect(watchableCommand(words, "/")).toEqual([...words, "--pool=forks"]);
  expect(watchableCommand([...words, "--pool", "threads"], "/")).toEqual([...words, "--pool", "threads"]);
  expect(watchableCommand(["npx", "jest"], "/")).toEqual(["npx", "jest"]);
});
