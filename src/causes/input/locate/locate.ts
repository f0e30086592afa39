import { rmSync } from "node:fs";
import { join } from "node:path";
import type { SuspectLines } from "../../../lines/finding.ts";
import { changedLines } from "../../../lines/presentation/suspects-text.ts";
import { type LinesRuntime, linesRuntimeFor } from "../../../lines/runtimes.ts";
import { suspectEntries } from "../../../lines/story.ts";
import { findSuspects, type LineFindings } from "../../../lines/suspects.ts";
import { endsWith } from "../../../lines/verdicts.ts";
import { counted } from "../../../report/quantity.ts";
import type { InvestigationEnd } from "../../../run/investigate.ts";
import type { InputResult, InputSearch } from "../input-search.ts";
import type { Narrowed } from "../narrowing.ts";
import { relatedInputs, saveInputs } from "./input-runs.ts";
import type { NearInputs } from "./near-inputs.ts";
import { testedProgram } from "./tested-program.ts";

/** The lines of the program at which the failing input passes, or why there are none. */
export interface Located extends SuspectLines {
  readonly notes: readonly string[];
}

/** Changes the program's code piece by piece, to find the line at which the failing input that was found passes. */
export async function locateDefect(
  search: InputSearch,
  near: NearInputs,
  { result, verdict }: InvestigationEnd<InputResult>,
): Promise<Located> {
  const { run, setting } = search;
  const [cause] = result?.causes ?? [];
  if (!cause) return { notes: [] };
  if (verdict !== "found") return noLine("the run was stopped before its code was changed");
  if ((run.ends?.repeat ?? 1) > 1)
    return noLine("the failure comes and goes, so that one run of changed code shows nothing");
  const program = testedProgram(setting);
  if ("reason" in program) return noLine(program.reason);
  const runtime = await linesRuntimeFor(program.language, program.words, setting.cwd);
  if ("reason" in runtime) return noLine(`it ${runtime.reason}`);
  return changeCode(search, runtime, { near, cause });
}

function noLine(reason: string): Located {
  return { notes: [`No line of the program is named: ${reason}.`] };
}

async function changeCode(
  search: InputSearch,
  runtime: LinesRuntime,
  { near, cause }: { readonly near: NearInputs; readonly cause: Narrowed },
): Promise<Located> {
  const { run, setting } = search;
  const related = relatedInputs(search, cause, { near, ends: run.ends });
  if (related.passing.length === 0) return noLine("no input is known that passes");
  const folder = join(run.record.folder, "near-inputs");
  try {
    const programs = saveInputs(folder, setting, related);
    // A test passes by this status alone, whatever else counts as the failure.
    const verdicts = endsWith("exit 0");
    const lines = await findSuspects({ run, cwd: setting.cwd, folder, runtime, programs, verdicts });
    return describeLines(lines, { cwd: setting.cwd, stopped: run.stopped.aborted });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function describeLines(
  lines: LineFindings,
  { cwd, stopped }: { readonly cwd: string; readonly stopped: boolean },
): Located {
  const entries = suspectEntries(cwd, lines);
  if (stopped)
    return { ...entries, notes: ["The run was stopped before all changes of the program's code were tried."] };
  if (lines.reason !== undefined) return noLine(lines.reason);
  if (lines.tried === 0) return { ...entries, ...noLine("no change of its code could be tried") };
  if (changedLines(entries).length > 0) return { ...entries, notes: [] };
  const changes = counted(lines.tried, "changes");
  const none = `Of ${changes} of the program's code, none makes the failing input pass and leaves most passing ones as they are.`;
  return { ...entries, notes: [none] };
}
