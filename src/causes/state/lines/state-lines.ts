import { linesRuntimeFor } from "../../../lines/runtimes.ts";
import { findSuspects, type LineFindings, noSuspects } from "../../../lines/suspects.ts";
import { endsWith, passesTest, printsExpected, type Verdicts } from "../../../lines/verdicts.ts";
import type { Run } from "../../../run/run.ts";
import { graphFolder } from "../driver/run-plan.ts";
import { isJudgedByErrors } from "../request.ts";
import type { StateRun } from "../state-run.ts";
import { programRunsOf } from "./program-runs.ts";

/** Looks for the line at which a change makes the failing run pass, if the whole run is searched. */
export async function findSuspectLines(stateRun: StateRun): Promise<LineFindings> {
  const { run, request } = stateRun;
  const { cwd, at, changeLines, language, fail } = request;
  if (!changeLines || at.length > 0) return noSuspects;
  const runtime = await linesRuntimeFor(language, fail, cwd);
  if ("reason" in runtime) return { ...noSuspects, reason: `the program ${runtime.reason}` };
  const [programs, verdicts] = [programRunsOf(request), verdictsFor(stateRun)];
  const ignoreOutput = isJudgedByErrors(request);
  const exact = request.expected.length > 0;
  const { stderr } = stateRun;
  const until = halfOfBudget(run);
  const search = {
    run,
    cwd,
    folder: graphFolder(run),
    runtime,
    programs,
    verdicts,
    exact,
    ignoreOutput,
    stderr,
    until,
  };
  return findSuspects(search);
}

/** The other half of what is left is for the values. */
function halfOfBudget({ seconds, secondsLeft }: Run): number | undefined {
  return secondsLeft === undefined ? undefined : seconds + secondsLeft / 2;
}

/**
 * A failing run passes if it prints what is expected, or if the test says so; without either, if it exits with 0
 * like the passing run. Undefined: nothing can tell.
 */
function verdictsFor({ run, request, criterion }: StateRun): Verdicts | undefined {
  const { pass, fail } = criterion;
  if (request.expected.length > 0) return printsExpected(pass?.status ?? "exit 0");
  if (criterion.test.length > 0) return passesTest(run, criterion.test, request.cwd);
  // A status other than 0 says little: many changes make a program end badly.
  return pass?.status === "exit 0" && fail?.status !== "exit 0" ? endsWith(pass.status) : undefined;
}
