import type { SuiteRunnerName, TestName } from "../../runtimes/protocol/suite.ts";
import { shortPath } from "../world/files/short-path.ts";

/** A test as people who use the runner write it: `tests/test_a.py::test_x`, `a.test.ts › group › name`. */
export function testId({ file, names, nth }: TestName, runner: SuiteRunnerName | undefined, cwd: string): string {
  const separator = runner === "pytest" ? "::" : " › ";
  const again = nth === undefined ? "" : ` (${nth})`;
  return [shortPath(file, cwd), ...names].join(separator) + again;
}
