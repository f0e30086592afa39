import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import { runBatch } from "../../../lines/batch.ts";
import { isTestFile } from "../../../lines/candidate-changes.ts";
import type { Run } from "../../../run/run.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { type RunnerCommand, watchableCommand } from "../command/test-runner.ts";
import { stateDefaults } from "../defaults.ts";
import type { AskedSuite } from "./asked-suite.ts";
import type { ExecutedLines } from "./nearest.ts";
import type { TestsRun } from "./tests-run.ts";

/** Starts a test runner with its lines traced. `as` says whether it reports on tests that it runs, or lists them. Undefined: stopped. */
export async function traceTests(
  { search, runner }: AskedSuite,
  command: RunnerCommand,
  as: "report" | "list" = "report",
): Promise<TestsRun | undefined> {
  const { run, cwd, folder } = search;
  mkdirSync(folder, { recursive: true });
  const reportFile = join(folder, `tests-${randomBytes(8).toString("hex")}`);
  const { start, args } = runner.reporting(command, reportFile);
  const program = { words: watchableCommand([...start, ...args]), fails: false };
  const limits = { time: run.conditions.timeout ?? stateDefaults.timeout };
  const read = as === "list" ? runner.readList : runner.readReport;
  try {
    const [seen] = await runBatch(search, { program, limits, experiments: [{ trace: true }] }, (ended) => {
      const printed = readFileSync(ended.outputFile, "utf8");
      const report = existsSync(reportFile) ? readFileSync(reportFile, "utf8") : undefined;
      const lines = programLines(ended.report.lines ?? {}, cwd);
      return { status: ended.status, tests: read({ report, printed, cwd }), lines, printed };
    });
    return seen;
  } finally {
    rmSync(reportFile, { force: true });
  }
}

/** A search that was stopped ends here; what it knows by then is reported. */
export function requireTrace(seen: TestsRun | undefined, { stopped }: Run): TestsRun {
  if (seen) return seen;
  stopped.throwIfAborted();
  throw new UserError("The tests could not be run.", 1);
}

function programLines(lines: Readonly<Record<string, readonly number[]>>, cwd: string): ExecutedLines {
  return new Set(
    Object.entries(lines)
      .filter(([file]) => !isTestFile(`/${shortPath(file, cwd)}`))
      .flatMap(([file, executed]) => executed.map((line) => `${file}:${line}`)),
  );
}
