import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../../../core/command-line.ts";
import { UserError } from "../../../core/user-error.ts";
import { runBatch } from "../../../lines/batch.ts";
import { isTestFile } from "../../../lines/candidate-changes.ts";
import { type RunnerCommand, watchableCommand } from "../../../suites/test-runner.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { stateDefaults } from "../defaults.ts";
import type { AskedSuite } from "./asked-suite.ts";
import type { ExecutedLines } from "./nearest.ts";
import type { TestsRun } from "./tests-run.ts";

export interface TraceOptions {
  /** The command lists tests, and runs none that matters. */
  readonly lists?: true;
  /** Milliseconds; never more than a run may take anyway. */
  readonly timeLimit?: number;
}

/** Starts a test runner with its lines traced. A search that was stopped ends here. */
export async function traceTests(
  { search, runner }: AskedSuite,
  command: RunnerCommand,
  { lists, timeLimit = Number.POSITIVE_INFINITY }: TraceOptions = {},
): Promise<TestsRun> {
  const { run, cwd, folder } = search;
  mkdirSync(folder, { recursive: true });
  const reportFile = join(folder, `tests-${randomBytes(8).toString("hex")}`);
  const { start, args } = runner.reporting(command, reportFile);
  const program = { words: watchableCommand([...start, ...args], cwd), fails: false };
  const limits = { time: Math.min(timeLimit, run.conditions.timeout ?? stateDefaults.timeout) };
  const read = lists ? runner.readList : runner.readReport;
  try {
    const [seen] = await runBatch(search, { program, limits, experiments: [{ trace: true }] }, (ended) => {
      const { status, milliseconds } = ended;
      const printed = readFileSync(ended.outputFile, "utf8");
      const report = existsSync(reportFile) ? readFileSync(reportFile, "utf8") : undefined;
      const lines = programLines(ended.report.lines ?? {}, cwd);
      return { status, milliseconds, tests: read({ report, printed, cwd }), lines, printed };
    });
    run.stopped.throwIfAborted();
    if (!seen) throw new UserError(`${commandLine(program.words)} could not be run.`, 1);
    return seen;
  } finally {
    rmSync(reportFile, { force: true });
  }
}

function programLines(lines: Readonly<Record<string, readonly number[]>>, cwd: string): ExecutedLines {
  return new Set(
    Object.entries(lines)
      .filter(([file]) => !isTestFile(shortPath(file, cwd)))
      .flatMap(([file, executed]) => executed.map((line) => `${file}:${line}`)),
  );
}
