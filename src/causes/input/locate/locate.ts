import { rmSync } from "node:fs";
import { join } from "node:path";
import type { FollowedPair, PairFollower } from "../../../application/pair-follower.ts";
import { changedLines } from "../../../lines/presentation/suspects-text.ts";
import { linesRuntimeFor } from "../../../lines/runtimes.ts";
import { suspectEntries } from "../../../lines/story.ts";
import { findSuspects, type LineFindings, noSuspects } from "../../../lines/suspects.ts";
import { endsWith } from "../../../lines/verdicts.ts";
import { counted } from "../../../report/quantity.ts";
import type { InvestigationEnd } from "../../../run/investigate.ts";
import { mayTest } from "../../../run/may-test.ts";
import type { InputFinding } from "../finding.ts";
import type { InputResult, InputSearch } from "../input-search.ts";
import { type RelatedInputs, relatedInputs, saveInputs } from "./input-runs.ts";
import type { NearInputs } from "./near-inputs.ts";
import { savePair } from "./nearest-pair.ts";
import { type TestedProgram, testedProgram } from "./tested-program.ts";

/** What is known about the program's lines, or why nothing is. */
export interface Located extends Pick<InputFinding, "suspects" | "changesTried" | "state"> {
  readonly notes: readonly string[];
}

/** What the search in the input leaves to go on with. */
export interface LocateStart {
  readonly near: NearInputs;
  readonly end: InvestigationEnd<InputResult>;
  readonly follower: () => Promise<PairFollower>;
}

/**
 * Changes the program's code piece by piece, to find the line at which the failing input that was found passes. Then follows the
 * program's state from the nearest passing input to the failing one.
 */
export async function locateDefect(search: InputSearch, { near, end, follower }: LocateStart): Promise<Located> {
  const { run, setting } = search;
  const [cause] = end.result?.causes ?? [];
  if (!cause) return { notes: [] };
  if (end.verdict !== "found") return noLine("the run was stopped before its code was changed");
  if ((run.ends?.repeat ?? 1) > 1)
    return noLine("the failure comes and goes, so that one more run of it shows nothing");
  const program = testedProgram(setting);
  if ("reason" in program) return noLine(program.reason);
  const related = relatedInputs(search, cause, { near, ends: run.ends });
  if (related.passing.length === 0) return noLine("no input is known that passes");
  const lines = await changeCode(search, program, related);
  const changed = describeLines(lines, { cwd: setting.cwd, stopped: run.stopped.aborted });
  if (!mayTest(run)) return withReason(changed);
  const pair = savePair(join(run.record.folder, "pair"), setting, {
    ...related,
    isolated: cause.passing !== undefined,
  });
  const { cwd } = setting;
  run.listener.onPreparing?.({ doing: "Following the program's state to the failure", seconds: run.seconds });
  const followed = await (await follower()).follow(run, { cwd, language: program.language, ...pair, lines });
  return joinFindings(changed, followed);
}

function noLine(reason: string): Located {
  return { notes: [`No line of the program is named: ${reason}.`] };
}

async function changeCode(
  { run, setting }: InputSearch,
  { language, words }: TestedProgram,
  related: RelatedInputs,
): Promise<LineFindings> {
  const { cwd } = setting;
  const runtime = await linesRuntimeFor(language, words, cwd);
  if ("reason" in runtime) return { ...noSuspects, reason: `the program ${runtime.reason}` };
  const folder = join(run.record.folder, "near-inputs");
  try {
    const programs = saveInputs(folder, setting, related);
    // A test passes by this status alone, whatever else counts as the failure.
    return await findSuspects({ run, cwd, folder, runtime, programs, verdicts: endsWith("exit 0") });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What changes of code showed; `unnamed` is why no line is named, as long as nothing else names one. */
interface ChangedLines extends Located {
  readonly unnamed?: string;
}

function describeLines(
  lines: LineFindings,
  { cwd, stopped }: { readonly cwd: string; readonly stopped: boolean },
): ChangedLines {
  const entries = suspectEntries(cwd, lines);
  if (stopped)
    return { ...entries, notes: ["The run was stopped before all changes of the program's code were tried."] };
  if (lines.reason !== undefined) return { notes: [], unnamed: lines.reason };
  if (lines.tried === 0) return { ...entries, notes: [], unnamed: "no change of its code could be tried" };
  if (changedLines(entries).length > 0) return { ...entries, notes: [] };
  const changes = counted(lines.tried, "changes");
  const none = `Of ${changes} of the program's code, none makes the failing input pass and leaves most passing ones as they are.`;
  return { ...entries, notes: [none] };
}

/** Lines and state together. Where neither says anything, why the program could not be followed is reason enough. */
export function joinFindings(changed: ChangedLines, { refusal, ...followed }: FollowedPair): Located {
  const notes = [...changed.notes, ...followed.notes];
  if (followed.state) return { ...followed, notes };
  if (refusal === undefined) return withReason({ ...changed, notes });
  const { unnamed, ...located } = changed;
  const what = unnamed === undefined ? "The state of the program was not followed" : "No line of the program is named";
  return { ...located, notes: [...notes, `${what}. ${refusal}`] };
}

function withReason({ unnamed, ...located }: ChangedLines): Located {
  return unnamed === undefined ? located : { ...located, notes: [...noLine(unnamed).notes, ...located.notes] };
}
