import { basename } from "node:path";
import type { SuiteRunnerName, TestName } from "../../runtimes/protocol/suite.ts";
import { shortPath } from "../world/files/short-path.ts";

/**
 * A test as people who use the runner write it: `tests/test_a.py::test_x`, `tests.test_a.TestA.test_x`, `pkg.TestX/sub`,
 * `src/lib.rs › tests::x`, `a.test.ts › group › name`.
 */
export function testId({ file, names, nth }: TestName, runner: SuiteRunnerName | undefined, cwd: string): string {
  const again = nth === undefined ? "" : ` (${nth})`;
  return ownId(shortPath(file, cwd), names, runner) + again;
}

function ownId(file: string, names: readonly string[], runner: SuiteRunnerName | undefined): string {
  if (names.length === 0) return file;
  if (runner === "pytest") return [file, ...names].join("::");
  if (runner === "unittest") return [moduleName(file), ...names].join(".");
  // The path of the folder that the command runs in is not short.
  if (runner === "go") return `${file.startsWith("/") ? basename(file) : file}.${names.join("/")}`;
  if (runner === "cargo") return `${file} › ${names.join("::")}`;
  return [file, ...names].join(" › ");
}

/** `tests/test_a.py` is the module `tests.test_a`. */
export function moduleName(path: string): string {
  return path.replace(/\.py$/, "").replaceAll("/", ".");
}
