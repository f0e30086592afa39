import type { PlaceFinding } from "../isolate/place-finding.ts";
import type { Transition } from "./rank.ts";
import { isCauseUnchanged } from "./same-cause.ts";
import type { Checkpoint } from "./time-span.ts";
import type { TracedCause } from "./trace.ts";

/** The checkpoints to report: one for each cause, and every place that the user named. */
export function checkpointsIn({ spans, named }: TracedCause): Checkpoint[] {
  const [first] = spans;
  if (named && !first) return named.found.map((found) => ({ at: found.at, found }));
  const all = first ? [first.before, ...spans.map(({ after }) => after)] : [];
  const isNamed = ({ found }: Checkpoint) => found !== undefined && named?.found.includes(found);
  return groupsOfSameCause(all).flatMap((group) => (group.some(isNamed) ? group.filter(isNamed) : group.slice(0, 1)));
}

/** The finding to report as the answer: the last named place; or what comes of the likeliest transition. */
export function chooseAnswer(
  { named }: TracedCause,
  checkpoints: readonly Checkpoint[],
  [likeliest]: readonly Transition[],
): PlaceFinding | undefined {
  if (named) return named.found.at(-1);
  const { before, after } = likeliest ?? {};
  const moved = after?.end === undefined ? after?.found : before?.found;
  return moved ?? checkpoints.findLast(({ end }) => end === undefined)?.found;
}

function groupsOfSameCause(checkpoints: readonly Checkpoint[]): Checkpoint[][] {
  const groups: Checkpoint[][] = [];
  for (const checkpoint of checkpoints) {
    const last = groups.at(-1);
    if (last && isCauseUnchanged(last[0]!, checkpoint)) last.push(checkpoint);
    else groups.push([checkpoint]);
  }
  return groups;
}
