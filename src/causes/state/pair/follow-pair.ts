import type { FollowedPair, ProgramPair } from "../../../application/pair-follower.ts";
import { UserError } from "../../../core/user-error.ts";
import { runInside } from "../../../run/inner-run.ts";
import type { Run } from "../../../run/run.ts";
import { findInState } from "../find.ts";
import type { StateFinding } from "../finding.ts";
import { pairCommand, pairRequest } from "./pair-request.ts";

/** Follows the state between the two runs of a pair, as a part of another run. */
export async function followPair(outer: Run, pair: ProgramPair): Promise<FollowedPair> {
  const request = pairRequest(outer, pair);
  try {
    const search = { kind: "state", request, isDone: ({ verdict }: StateFinding) => verdict !== "exhausted" };
    const finding = await runInside(outer, search, async (run) => {
      const story = await findInState(run, request, { lines: pair.lines });
      return story.finding;
    });
    return describePair(finding, pairCommand(pair));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { refusal: firstLine(error.message), notes: [] };
  }
}

/** What the outer finding gets of the inner one; `command` is how the user goes on. */
export function describePair(finding: StateFinding, command: string): FollowedPair {
  const { run: _, notes = [], reason, suspects, changesTried, ...state } = finding;
  const lines = { ...(suspects ? { suspects } : {}), ...(changesTried ? { changesTried } : {}) };
  const isStopped = state.verdict === "interrupted" || state.verdict === "exhausted";
  const stopped = isStopped
    ? [`The run was stopped before the state was followed to the end; to go on: ${command}.`]
    : [];
  if (state.cause.length > 0) return { ...lines, state, notes: [...notes, ...stopped] };
  const unfound =
    reason === undefined || isStopped
      ? []
      : [
          `Between the nearest passing input and the failing one, no variable was found to be the cause. ${firstLine(reason)}`,
        ];
  return { ...lines, notes: [...stopped, ...unfound] };
}

/** What follows in the reason is advice about options of `culprit state`. */
function firstLine(reason: string): string {
  return reason.split("\n")[0]!;
}
