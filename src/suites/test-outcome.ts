import type { TestName } from "../../runtimes/protocol/suite.ts";
import type { Execution } from "../trial/process/execution.ts";
import { type SuiteReport, type TestRun, testKey } from "./suite-report.ts";

/** Files with tests of which none is chosen. */
export function filesLeftOut(all: readonly TestName[], chosen: readonly TestName[]): string[] {
  const loaded = new Set(chosen.map(({ file }) => file));
  return [...new Set(all.map(({ file }) => file).filter((file) => !loaded.has(file)))];
}

/** What one test of a run amounts to, as if it had been the only one. */
export function executionOfTest(
  execution: Execution,
  { tests }: Pick<SuiteReport, "tests">,
  wanted: TestName,
): Execution {
  const run = tests.findLast(({ test }) => testKey(test) === testKey(wanted));
  if (!run && isLoaded(execution, tests, wanted)) return { ...execution, ...endOf({ outcome: "passed" }) };
  if (run?.outcome === "unfinished")
    return { ...execution, exit: execution.signal === undefined ? execution.exit || 1 : undefined };
  return { ...execution, ...endOf(run) };
}

/** A file that could be loaded is reported by its tests, and not by itself. */
function isLoaded({ exit }: Execution, tests: readonly TestRun[], { file, names }: TestName): boolean {
  return names.length === 0 && (exit === 0 || tests.some(({ test }) => test.file === file));
}

const cannotJudge = 125;

/** How a test ended, as a program would that does nothing else. Undefined: it did not run. */
export function endOf(run: Pick<TestRun, "outcome" | "error"> | undefined): Omit<Execution, "milliseconds"> {
  const end = (exit: number, stderr: string) => ({
    exit,
    signal: undefined,
    timedOut: false,
    output: { stdout: "", stderr, dropped: 0 },
  });
  if (run === undefined) return end(cannotJudge, "The test did not run.\n");
  return run.outcome === "passed" ? end(0, "") : end(1, `${withoutValues(run.error ?? "")}\n`);
}

/** Assertions of JavaScript print the values below their message: these may differ from run to run. Stacks of Python are as they are. */
function withoutValues(error: string): string {
  const lines = error.split("\n");
  const frames = lines.filter((line) => /^\s+at /.test(line));
  return frames.length === 0 ? error : [lines[0], ...frames].join("\n");
}
