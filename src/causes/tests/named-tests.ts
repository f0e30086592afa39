import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { TestName } from "../../../runtimes/protocol/suite.ts";

/**
 * The tests that a text names in full, one in a line, as pytest and culprit write them: `tests/test_a.py::test_x`,
 * `a.test.ts › group › name`. What follows the name in the log of `pytest -v` does not count, and neither do lines of other kinds.
 */
export function namedTests(text: string, cwd: string): TestName[] {
  const tests = new Map<string, TestName>();
  for (const line of text.split(/\r?\n/)) {
    const test = ofPytest(line, cwd) ?? ofOthers(line, cwd);
    if (test) tests.set(JSON.stringify(test), test);
  }
  return [...tests.values()].map((test) => ofSameName(test, tests));
}

/** `adds (2)` is the second test called `adds`, if there is one called so. */
function ofSameName({ file, names }: TestName, tests: ReadonlyMap<string, TestName>): TestName {
  const [, name, nth] = /^(.*) \((\d+)\)$/s.exec(names.at(-1)!) ?? [];
  const first = { file, names: names.with(-1, name ?? "") };
  return tests.has(JSON.stringify(first)) ? { ...first, nth: Number(nth) } : { file, names };
}

function ofPytest(line: string, cwd: string): TestName | undefined {
  const [, path, rest] =
    /^(\S+?\.py)::(.+?)(?:\s+(?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b.*)?\s*$/.exec(line) ?? [];
  return path === undefined ? undefined : testIn(path, namesIn(rest!), cwd);
}

/** The values of parameters, in brackets, may be of any form. */
function namesIn(text: string): string[] {
  const end = text.includes("[") ? text.indexOf("[") : text.length;
  const names = text.slice(0, end).split("::");
  return names.with(-1, names.at(-1)! + text.slice(end));
}

function ofOthers(line: string, cwd: string): TestName | undefined {
  const [path = "", ...names] = line.split(" › ");
  return names.length === 0 ? undefined : testIn(path, names, cwd);
}

function testIn(path: string, names: readonly string[], cwd: string): TestName | undefined {
  const file = resolve(cwd, path);
  return existsSync(file) ? { file, names } : undefined;
}
