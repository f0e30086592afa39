import { counted } from "../../report/quantity.ts";
import { verdictOf } from "../../run/conclusion.ts";
import type { Run } from "../../run/run.ts";
import { Changes } from "../../world/changes/version-diff.ts";
import type { ChangesConclusion } from "./changes-conclusion.ts";
import type { ExplainedChanges } from "./explain-changes.ts";

/** Whether a search left every change in question: it was stopped first, or could judge no candidate at all. */
export function narrowedNothing({ all }: Changes, { left, complete, taken }: ExplainedChanges): boolean {
  if (left.size < all.size || all.size < 2) return false;
  return !complete || [...taken.tested()].every(({ outcome }) => outcome === "unresolved");
}

/** The conclusion of such a search: no cause is named, and no patch is written as one. */
export function concludeNotNarrowed(run: Run, changes: Changes, complete: boolean): ChangesConclusion {
  return {
    changes,
    verdict: complete ? "not-reproduced" : verdictOf(run, false),
    reason: reasonFor(run),
    minimal: false,
    assumptions: [],
  };
}

/** The conclusion of a run that was stopped while it compared the versions. */
export function concludeUnprepared(run: Run): ChangesConclusion {
  const reason = "Not narrowed: it ended while the versions were compared.";
  return { changes: Changes.none, verdict: verdictOf(run, false), reason, minimal: false, assumptions: [] };
}

function reasonFor(run: Pick<Run, "counts">): string {
  const { needed, pass, fail, unresolved } = run.counts.snapshot;
  const tried =
    needed === 0
      ? "no candidate was tested"
      : `of ${counted(needed, "tests")} ${fail} failed, ${pass} passed, and ${unresolved} had no clear outcome`;
  return (
    `Not narrowed: ${tried}.\n` +
    "Name two versions that are closer, or compare the sources that generated files are built from, with --build."
  );
}
