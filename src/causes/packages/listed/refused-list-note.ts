import type { RunEvent } from "../../../run/record/events.ts";
import type { Run } from "../../../run/run.ts";
import { isBuildFailure } from "../../../trial/failure.ts";

/** If a list that the search asked for could not be installed: what was printed for one, and how to see all of it. */
export function refusedListNote({ steps, record }: Pick<Run, "steps" | "record">): string | undefined {
  const refused = steps.find(({ ended = "" }) => isBuildFailure(ended));
  if (refused === undefined) return undefined;
  const printed = record
    .readEvents<RunEvent>()
    .find((event) => event.event === "trial" && isBuildFailure(event.ended) && event.outputLine !== undefined);
  const line = printed?.event === "trial" ? `, one with “${printed.outputLine}”` : "";
  return `Some lists could not be installed${line}. To see what is printed: culprit show ${record.header.run} --step ${refused.step} --run`;
}
