import type { RunRequest } from "../../run/request.ts";
import { testRunnerOf } from "../../suites/test-runner.ts";
import type { ProgramLanguage } from "../../trial/command/program-language.ts";
import type { FailureMode } from "../../trial/failure.ts";
import type { ProgramCommand } from "./command/program-command.ts";
import type { ProgramPlan } from "./driver/program-plan.ts";
import type { Partner } from "./partner/partner.ts";

/** The debuggers there are; `gdb` is for C and C++, `go` is delve, `java` the one that Java has itself. */
export type StateLanguage = ProgramLanguage;

export type WhichRun = "pass" | "fail";

/** What `culprit state` is asked for; `test` judges a run by its output, and may be empty. */
export interface StateRequest extends RunRequest {
  /** Empty until the passing test that is nearest to the failing one has been found. */
  readonly pass: readonly string[];
  readonly fail: readonly string[];
  /** Set if culprit chose the passing run. */
  readonly partner?: Partner;
  /** Files for their standard inputs. */
  readonly stdin?: { readonly pass?: string; readonly fail?: string };
  /** More runs of the same program. */
  readonly also: { readonly pass: readonly ProgramCommand[]; readonly fail: readonly ProgramCommand[] };
  /** Files with what the failing run should print, and each of the other failing runs. */
  readonly expected: readonly string[];
  readonly language: StateLanguage;
  /** Places to look at; empty: culprit chooses them. */
  readonly at: readonly string[];
  /** In C, the lengths of arrays behind pointers: `a@size`. */
  readonly arrays: readonly string[];
  /** Change pieces of code, to see with which the failing run passes. */
  readonly changeLines: boolean;
  /** Maximum number of values to capture at a place. */
  readonly maxValues: number;
  /** Maximum number of places at which to compare the runs. */
  readonly maxPlaces: number;
  /** How to search more places, as a clause; undefined: by `--max-places`. */
  readonly forMore?: string;
  /** Judge runs by their exit statuses and the kinds of errors that they report, whatever else they print. */
  readonly byErrors?: true;
  /** Where the two programs run, if not in the user's folder, and the variables that they need. */
  readonly surroundings?: Readonly<Record<WhichRun, Pick<ProgramPlan, "cwd" | "environment">>>;
}

/** The program of one of the two runs, as part of a plan for a driver. */
export function programOf({ stdin, surroundings, ...request }: StateRequest, which: WhichRun): ProgramPlan {
  const file = stdin?.[which];
  return { command: request[which], ...surroundings?.[which], ...(file === undefined ? {} : { stdin: file }) };
}

/** Without a test, runs of a test runner are compared by their exit statuses and the kinds of errors that they report. */
export function isJudgedByErrors({ test, pass, fail, cwd, byErrors }: JudgedRequest): boolean {
  if (byErrors) return true;
  return test.length === 0 && [pass, fail].some((command) => testRunnerOf(command, cwd) !== undefined);
}

type JudgedRequest = Pick<StateRequest, "test" | "pass" | "fail" | "cwd" | "byErrors">;

/** The judge of a run always exits with 1 for a failure, which says nothing to people: describe the failure by what it means. */
export function failureModeFor(request: JudgedRequest): FailureMode {
  return { mode: "exit", description: failureDescription(request) };
}

function failureDescription(request: JudgedRequest): string {
  if (request.test.length > 0) return "a failing test";
  return isJudgedByErrors(request)
    ? "the exit status and the kinds of errors of the failing run"
    : "the exit status and output of the failing run";
}
