import { listText } from "../../core/list-text.ts";
import { count, counted } from "../../report/quantity.ts";
import { verdictOf } from "../../run/conclusion.ts";
import type { Run } from "../../run/run.ts";
import type { Explanation } from "../../search/explain.ts";
import { placeOfChange } from "../../world/changes/change-entry.ts";
import { Changes } from "../../world/changes/version-diff.ts";
import { type ChangesConclusion, maxSuspects } from "./changes-conclusion.ts";
import type { ExplainedChanges } from "./explain-changes.ts";

/** Whether a search left every change in question: it was stopped first, or could judge no candidate at all. */
export function narrowedNothing({ all }: Changes, { failing, complete, taken }: ExplainedChanges): boolean {
  if (failing.size < all.size || all.size < 2) return false;
  return !complete || [...taken.tested()].every(({ outcome }) => outcome === "unresolved");
}

/** The conclusion of such a search: no cause is named, and no patch is written as one. */
export function concludeNotNarrowed(
  run: Run,
  changes: Changes,
  { complete, found }: { readonly complete: boolean; readonly found: Explanation },
): ChangesConclusion {
  return {
    changes,
    verdict: complete ? "not-reproduced" : verdictOf(run, false),
    reason: reasonFor(run),
    notes: passingNotes(changes, found),
    minimal: false,
    assumptions: [],
  };
}

/** Why a search that was stopped names nothing, although it narrowed the changes somewhat; undefined: it names what is left. */
export function tooManyLeft({ changes }: Changes, { failing }: Explanation): string | undefined {
  if (failing.size <= maxSuspects) return undefined;
  return `Not narrowed far enough to name a cause: ${count(failing.size)} of ${count(changes.length)} changes are left.`;
}

const maxPlaces = 3;

/** What a search that was stopped has seen besides the changes that are left: without some of them the test passes. */
export function passingNotes({ changes }: Changes, { failing, suspects }: Explanation): string[] {
  if (suspects.isEmpty || suspects.equals(failing)) return [];
  const places = [...new Set(Array.from(suspects, (i) => placeOfChange(changes[i]!)))];
  const which = `${count(suspects.size)} of them (${listText(places, { max: maxPlaces })})`;
  return [`With all changes that are left the test fails; without ${which} it passes.`];
}

/** The conclusion of a run that was stopped while it compared the versions. */
export function concludeUnprepared(run: Run): ChangesConclusion {
  const reason = "Not narrowed: it was stopped while the versions were compared.";
  return { changes: Changes.none, verdict: verdictOf(run, false), reason, minimal: false, assumptions: [] };
}

function reasonFor(run: Pick<Run, "counts">): string {
  const { needed, pass, fail, unresolved } = run.counts.snapshot;
  const tried =
    needed === 0
      ? "no candidate was tested"
      : `of ${counted(needed, "tests")} ${fail} failed, ${pass} passed, and ${unresolved} could not be judged`;
  const wasJudged = pass + fail > 0;
  const advice =
    "Name two versions that are closer, or compare the sources that generated files are built from, with --build.";
  return `Not narrowed: ${tried}.${wasJudged ? "" : `\n${advice}`}`;
}
