import type { LineSearch } from "../../../lines/line-search.ts";
import { linesRuntimeFor } from "../../../lines/runtimes.ts";
import type { Run } from "../../../run/run.ts";
import { cannotBeAsked, requireSuiteRunner } from "../../../suites/commands/require-runner.ts";
import type { SuiteRunner } from "../../../suites/commands/suite-runner.ts";
import type { RunnerCommand } from "../../../suites/test-runner.ts";
import { graphFolder } from "../driver/run-plan.ts";
import type { StateRequest } from "../request.ts";

/** The suite of a failing command, with all that is needed to run its tests. */
export interface AskedSuite {
  readonly search: LineSearch;
  readonly runner: SuiteRunner;
  /** As the user gave it. */
  readonly command: RunnerCommand;
}

export async function askedSuite(run: Run, { fail, cwd, language }: StateRequest): Promise<AskedSuite> {
  const { command, runner } = requireSuiteRunner(fail, cwd);
  const runtime = await linesRuntimeFor(language, fail, cwd);
  if ("reason" in runtime) throw cannotBeAsked(fail);
  const search = { run, cwd, folder: graphFolder(run), runtime, programs: [], verdicts: undefined };
  return { search, runner, command };
}
