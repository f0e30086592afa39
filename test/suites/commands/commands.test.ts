import { expect, test } from "vitest";
import { requireSuiteRunner } from "../../../src/suites/commands/require-runner.ts";
import type { SuiteTest } from "../../../src/suites/suite-test.ts";
import { splitRunnerCommand } from "../../../src/suites/test-runner.ts";

const cwd = "/x";
const made = (file: string, name: string, ownName?: string): SuiteTest => ({
  id: file.endsWith(".py") ? `${file}::${name}` : `${file} > ${name}`,
  file: `${cwd}/${file}`,
  name,
  ...(ownName === undefined ? {} : { ownName }),
  outcome: "not run",
});

/** The commands that run a test alone and list its file, as words joined by spaces. */
function commandsFor(text: string, chosen: SuiteTest, others: readonly SuiteTest[] = []) {
  const { command, runner } = requireSuiteRunner(text.split(" "), cwd);
  const suite = { cwd, tests: [chosen, ...others] };
  const textOf = ({ start, args }: typeof command) => [...start, ...args].join(" ");
  return {
    only: textOf(runner.only(command, [chosen], suite)),
    list: textOf(runner.listing(command, suite, chosen.file)),
    all: textOf(runner.listing(command, suite)),
    report: textOf(runner.reporting(command, "R")),
  };
}

test("Vitest: the words that select tests are replaced, all others stay", () => {
  const chosen = made("src/cart.spec.ts", "a cart (1) adds");
  expect(commandsFor("npx vitest run cart --project unit -t NAME --coverage=false", chosen)).toEqual({
    only: "npx vitest run --project unit --coverage=false src/cart.spec.ts -t ^a cart \\(1\\) adds$",
    list: "npx vitest run --project unit --coverage=false src/cart.spec.ts -t (?!)",
    all: "npx vitest run --project unit --coverage=false -t (?!)",
    report: "npx vitest run cart --project unit -t NAME --coverage=false --reporter=json --outputFile.json=R",
  });
  expect(commandsFor("npx vitest --testNamePattern=x ./src/cart.spec.ts", chosen).all).toBe("npx vitest -t (?!)");
});

test("Jest: filters are patterns of paths", () => {
  const chosen = made("src/[id]/cart.test.js", "adds");
  expect(commandsFor("npx jest src/.*cart -t NAME --ci", chosen)).toEqual({
    only: "npx jest --ci src/\\[id\\]/cart.test.js -t ^adds$",
    list: "npx jest --ci src/\\[id\\]/cart.test.js -t (?!)",
    all: "npx jest --ci -t (?!)",
    report: "npx jest src/.*cart -t NAME --ci --json --outputFile=R",
  });
});

test("pytest: paths, node ids and -k are replaced, and -m only behind pytest", () => {
  const chosen = made("tests/test_x.py", "TestA::test_b[1-2]");
  expect(commandsFor("python3 -m pytest tests/test_x.py::test_a -k one -m slow -x -c tests", chosen)).toEqual({
    only: "python3 -m pytest -x -c tests tests/test_x.py::TestA::test_b[1-2]",
    list: "python3 -m pytest -x -c tests tests/test_x.py --collect-only --verbosity=-1",
    all: "python3 -m pytest -x -c tests --collect-only --verbosity=-1",
    report: "python3 -m pytest tests/test_x.py::test_a -k one -m slow -x -c tests --junitxml=R",
  });
});

test("Mocha: files and patterns are replaced, and the values of other options stay", () => {
  const chosen = made("spec/cart.js", "a cart (1) adds");
  const { report, ...others } = commandsFor("npx mocha -r ./hook spec/*.js --spec x.js -g NAME -t 9 -R dot", chosen);
  expect(others).toEqual({
    only: "npx mocha -r ./hook -t 9 -R dot spec/cart.js --grep ^a cart \\(1\\) adds$",
    list: "npx mocha -r ./hook -t 9 -R dot spec/cart.js --grep (?!)",
    all: "npx mocha -r ./hook -t 9 -R dot spec --grep (?!)",
  });
  expect(report).toMatch(
    /^env CULPRIT_MOCHA_REPORT=R npx mocha -r .\/hook spec\/\*.js --spec x.js -g NAME -t 9 --reporter \S+\.cjs$/,
  );
});

test("Mocha: without files in the command, the suite is what its configuration says", () => {
  const chosen = made("spec/cart.js", "adds");
  const { all, report } = commandsFor("env A=1 mocha --parallel -f NAME", chosen);
  expect(all).toBe("env A=1 mocha --parallel --grep (?!)");
  expect(report).toMatch(/^env A=1 CULPRIT_MOCHA_REPORT=R mocha -f NAME --reporter /);
  expect(commandsFor("npx mocha --spec=cart.js", made("cart.js", "adds")).all).toBe("npx mocha . --grep (?!)");
});

test("node:test: options come before files, and a test is selected by its own name if no other has it", () => {
  const chosen = made("a.test.mjs", "group adds", "adds");
  const { only, list, all } = commandsFor("node --import ./hook.mjs --test --test-name-pattern=x a.test.mjs", chosen);
  expect({ only, list, all }).toEqual({
    only: "node --import ./hook.mjs --test --test-name-pattern=^adds$ a.test.mjs",
    list: "node --import ./hook.mjs --test a.test.mjs",
    all: "node --import ./hook.mjs --test",
  });
  const alike = [made("a.test.mjs", "other adds", "adds"), made("b.test.mjs", "adds", "adds")];
  expect(commandsFor("node --test", chosen, alike).only).toBe(
    "node --test --test-name-pattern=^group adds$ a.test.mjs",
  );
});

test("other programs and other runners cannot be asked", () => {
  for (const text of ["./sort 9 2", "python3 -m unittest x"])
    expect(() => requireSuiteRunner(text.split(" "), cwd)).toThrow(
      /needs a command of pytest, Vitest.*--pass 'COMMAND'/,
    );
});

test("a command is split where the words of the runner begin", () => {
  const split = (text: string) => splitRunnerCommand(text.split(" "), cwd);
  expect(split("env A=1 python3 -m pytest -x t")).toMatchObject({
    runner: "pytest",
    start: ["env", "A=1", "python3", "-m", "pytest"],
    args: ["-x", "t"],
  });
  expect(split("node --test x.mjs")).toMatchObject({ start: ["node"], args: ["--test", "x.mjs"] });
  expect(split("node x.mjs")).toBeUndefined();
});
