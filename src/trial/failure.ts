import type { Outcome } from "../core/outcome.ts";
import type { Execution } from "./execution.ts";
import { describeIdentity, type Identity, identify, lastErrorLine, sameIdentity } from "./identity/identify.ts";
import { inItsWords } from "./identity/in-its-words.ts";

/** What the user calls the failure (`--failure`, `--interesting`). */
export type FailureMode =
  | { readonly mode: "same" | "any" | "interesting" }
  /** `told`: what it means that the test exits so. */
  | { readonly mode: "exit"; readonly told?: string }
  | { readonly mode: "match"; readonly pattern: string };

/** The failure to look for, as learned from the run of the failing end. Plain data: it is kept in the journal. */
export interface Failure {
  readonly mode: FailureMode;
  readonly exit?: number;
  readonly signal?: string;
  /** The failing end ran into its time limit: a hang is the failure. */
  readonly hang?: true;
  readonly identity?: Identity;
  /** The blanked last error line, where nothing but the exit status identifies the failure. */
  readonly line?: string;
}

/** What one execution means, given the failure that is looked for. */
export interface Judgement {
  readonly outcome: Outcome;
  readonly ended: string;
  readonly otherFailure?: string;
  /** What it shows where that is not the failure, to tell kinds of unresolved outcomes apart. */
  readonly kind?: string;
  /** The same in the words of the output. */
  readonly said?: string;
}

/** The status by which a test says that it cannot judge this world (as for `git bisect run`). */
const cannotTell = 125;

/** Learns the failure from the execution of the failing end; undefined if that did not fail. */
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
  if (exit === 0 || exit === cannotTell) return undefined;
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
  const other = identify(output, candidate);
  const shown = other ? describeIdentity(other) : execution.signal;
  const line = shown === undefined ? lastErrorLine(output, candidate) : undefined;
  const kind = kindOf(execution, shown ?? line);
  const said = inItsWords(output, other?.message ?? line ?? "");
  const isOther = failure.mode.mode === "same" && !execution.timedOut && !execution.unbuilt && shown !== undefined;
  return {
    outcome,
    ended,
    kind,
    ...(said === undefined ? {} : { said }),
    ...(isOther ? { otherFailure: shown } : {}),
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
  if (exit === cannotTell || failure.hang || mode.mode === "match") return "unresolved";
  if (mode.mode === "any") return "fail";
  const sameStatus = exit === failure.exit && signal === failure.signal;
  return sameStatus && showsTheSame(execution, failure, candidate) ? "fail" : "unresolved";
}

function showsTheSame({ output }: Execution, { identity, line }: Failure, candidate: readonly string[]): boolean {
  if (identity) {
    const seen = identify(output, candidate);
    return seen !== undefined && sameIdentity(seen, identity);
  }
  return line === undefined || lastErrorLine(output, candidate) === line;
}

function matches(pattern: string, { output }: Execution): boolean {
  const regex = new RegExp(pattern, "m");
  return regex.test(output.stdout) || regex.test(output.stderr);
}

/** `exit 3`, `SIGSEGV`, `timed out`. */
export function howItEnded({ exit, signal, timedOut, unbuilt }: Execution): string {
  const ended = timedOut ? "timed out" : (signal ?? `exit ${exit}`);
  return unbuilt ? `the build: ${ended}` : ended;
}

/** How the failure is recognised, in words. */
export function describeFailure({ mode, exit, signal, hang, identity, line }: Failure): string {
  if (mode.mode === "interesting") return "exit 0, by --interesting";
  if (mode.mode === "match") return `output that matches /${mode.pattern}/`;
  if (hang) return "a hang (it ran into its time limit)";
  if (mode.mode === "any") return "any non-zero exit but 125";
  if (mode.mode === "exit" && mode.told !== undefined) return mode.told;
  const status = signal ?? `exit ${exit}`;
  if (identity) return `${status} with ${describeIdentity(identity)}`;
  if (line !== undefined) return `${status} with the last error line “${line}”`;
  return mode.mode === "exit"
    ? `${status}, whatever it says`
    : `${status} (its output shows nothing more to recognise it by)`;
}
