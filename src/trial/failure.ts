import type { Outcome } from "../core/outcome.ts";
import { askedQuestion } from "./asks-for-input.ts";
import { mark } from "./identity/blank.ts";
import {
  describeIdentity,
  type Identity,
  identify,
  identityKey,
  lastErrorLine,
  printedErrorLine,
  recognise,
  sameIdentity,
} from "./identity/identify.ts";
import { withEllipses } from "./identity/printed-text.ts";
import type { Execution } from "./process/execution.ts";

/** What the user calls the failure (`--failure`, `--interesting`). */
export type FailureMode =
  | { readonly mode: "same" | "any" | "interesting" }
  /** `description`: what this exit status means, for people. */
  | { readonly mode: "exit"; readonly description?: string }
  | { readonly mode: "match"; readonly pattern: string };

/** The failure to look for, learned by running the failing end. Plain data: it is kept in the journal. */
export interface Failure {
  readonly mode: FailureMode;
  readonly exit?: number;
  readonly signal?: string;
  /** The failing end reached its time limit: the failure is a hang. */
  readonly hang?: true;
  readonly identity?: Identity;
  /** The last error line, blanked, if only the exit status identifies the failure otherwise. */
  readonly line?: string;
}

/** What one execution means, given the failure to look for. */
export interface Judgement {
  readonly outcome: Outcome;
  readonly ended: string;
  /** The failure that its output shows, if it is a different one: equal for failures that count as one. */
  readonly otherFailure?: string;
  /** The same as it was printed, for people. */
  readonly printed?: string;
  /** What an unresolved execution shows instead of the failure: equal for outcomes of the same kind. */
  readonly kind?: string;
  /** The line of output that `kind` was read from. */
  readonly outputLine?: string;
  /** What an unresolved execution seems to ask a person for. */
  readonly question?: string;
}

/** The exit status of a test that cannot judge this world (as for `git bisect run`). */
const cannotJudge = 125;

/** Learns what the failure is from an execution of the failing end; undefined if that did not fail. */
export function learnFailure(
  mode: FailureMode,
  execution: Execution,
  candidate: readonly string[],
): Failure | undefined {
  const { exit, signal, timedOut, output, unbuilt } = execution;
  const failure = { mode };
  if (unbuilt) return undefined;
  if (mode.mode === "interesting") return exit === 0 && !timedOut ? failure : undefined;
  if (mode.mode === "match") return matches(mode.pattern, execution) ? failure : undefined;
  if (timedOut) return { mode, hang: true };
  if (exit === 0 || exit === cannotJudge) return undefined;
  if (mode.mode === "any") return failure;
  const status = { mode, ...(exit === undefined ? {} : { exit }), ...(signal === undefined ? {} : { signal }) };
  if (mode.mode === "exit") return status;
  const identity = identify(output, candidate);
  if (identity) return { ...status, identity };
  const line = signal === undefined ? lastErrorLine(output, candidate) : undefined;
  return line === undefined ? status : { ...status, line };
}

export function judge(execution: Execution, failure: Failure, candidate: readonly string[]): Judgement {
  const ended = howItEnded(execution);
  const outcome = outcomeOf(execution, failure, candidate);
  if (outcome !== "unresolved") return { outcome, ended };
  const { output } = execution;
  const other = recognise(output, candidate);
  const shown = other ? identityKey(other.identity) : execution.signal;
  const line = shown === undefined ? lastErrorLine(output, candidate) : undefined;
  const kind = kindOf(execution, shown ?? line);
  const outputLine = other?.line ?? (line === undefined ? undefined : printedErrorLine(output));
  const question = askedQuestion(execution);
  const isOther = failure.mode.mode === "same" && !execution.timedOut && !execution.unbuilt && shown !== undefined;
  return {
    outcome,
    ended,
    kind,
    ...(outputLine === undefined ? {} : { outputLine }),
    ...(question === undefined ? {} : { question }),
    ...(isOther ? { otherFailure: shown } : {}),
    ...(isOther && other ? { printed: describeIdentity(other.identity, other.printed) } : {}),
  };
}

function kindOf(execution: Execution, shown: string | undefined): string {
  if (execution.timedOut || shown === undefined) return howItEnded(execution);
  return execution.unbuilt ? `the build: ${shown}` : shown;
}

function outcomeOf(execution: Execution, failure: Failure, candidate: readonly string[]): Outcome {
  const { exit, signal, timedOut, unbuilt } = execution;
  const { mode } = failure;
  if (unbuilt) return "unresolved";
  if (mode.mode === "interesting") return exit === 0 && !timedOut ? "fail" : "pass";
  if (mode.mode === "match" && matches(mode.pattern, execution)) return "fail";
  if (timedOut) return failure.hang ? "fail" : "unresolved";
  if (exit === 0) return "pass";
  if (exit === cannotJudge || failure.hang || mode.mode === "match") return "unresolved";
  if (mode.mode === "any") return "fail";
  const sameStatus = exit === failure.exit && signal === failure.signal;
  return sameStatus && showsSameFailure(execution, failure, candidate) ? "fail" : "unresolved";
}

function showsSameFailure({ output }: Execution, { identity, line }: Failure, candidate: readonly string[]): boolean {
  if (identity) {
    const found = identify(output, candidate);
    return found !== undefined && sameIdentity(found, identity);
  }
  return line === undefined || lastErrorLine(output, candidate) === line;
}

function matches(pattern: string, { output }: Execution): boolean {
  const regex = new RegExp(pattern, "m");
  return regex.test(output.stdout) || regex.test(output.stderr);
}

/** `exit 3`, `SIGSEGV`, `timed out`. */
export function howItEnded({ exit, signal, timedOut, unbuilt, judgement }: Execution): string {
  if (judgement !== undefined) return `${youSaid}${judgement}`;
  const ended = timedOut ? timeOut : (signal ?? `exit ${exit}`);
  return unbuilt ? `${build}${ended}` : ended;
}

const timeOut = "timed out";
const build = "the build: ";
const youSaid = "you said: ";

/** What an execution means that shows no failure. */
export function outcomeWithoutFailure(execution: Execution): Outcome {
  const ended = howItEnded(execution);
  return isBuildFailure(ended) || isUnjudged(ended) ? "unresolved" : "pass";
}

/** Whether an execution that ended like this is one of a build that failed. */
export function isBuildFailure(ended: string): boolean {
  return ended.startsWith(build);
}

/** Whether a test that ended like this judged nothing: it was not done in time, or could not tell. */
export function isUnjudged(ended: string): boolean {
  return [timeOut, `exit ${cannotJudge}`, `${youSaid}cannot tell`].includes(ended);
}

/** What this execution of the failing end printed: the message of the failure or, if it hangs, what it may be waiting for. */
export function printedMessage(
  execution: Execution,
  { identity, line, hang }: Failure,
  candidate: readonly string[],
): string | undefined {
  const { output } = execution;
  if (hang) return askedQuestion(execution);
  if (identity) return recognise(output, candidate)?.printed;
  return line === undefined ? undefined : printedErrorLine(output);
}

/** How the failure is recognised, for people; `printed`: its message as it was printed, if that is known. */
export function describeFailure(failure: Failure, printed?: string): string {
  const { identity, line } = failure;
  const isBlanked = [identity?.kind, identity?.message, line].some((text) => text?.includes(mark));
  return describeMode(failure, printed) + (isBlanked ? " (names and numbers in it may differ)" : "");
}

function describeMode({ mode, exit, signal, hang, identity, line }: Failure, printed: string | undefined): string {
  if (mode.mode === "interesting") return "exit 0, by --interesting";
  if (mode.mode === "match") return `output that matches /${mode.pattern}/`;
  if (hang) {
    const asks = printed === undefined ? "" : `; its last line looks like a question: “${printed}”`;
    return `a hang (it reached its time limit${asks})`;
  }
  if (mode.mode === "any") return "any non-zero exit except 125";
  if (mode.mode === "exit" && mode.description !== undefined) return mode.description;
  const status = signal ?? `exit ${exit}`;
  if (identity) return `${status} with ${describeIdentity(identity, printed)}`;
  if (line !== undefined) return `${status} with the last error line “${printed ?? withEllipses(line)}”`;
  return mode.mode === "exit"
    ? `${status}, whatever it prints`
    : `${status} (nothing in its output identifies it further)`;
}
