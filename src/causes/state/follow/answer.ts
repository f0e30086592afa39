import type { PlaceFinding } from "../isolate/place-finding.ts";
import type { Transition } from "./rank.ts";
import { isCauseUnchanged } from "./same-cause.ts";
import { isAboutTest } from "./tests-last.ts";
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

/** The causes among which the answer is chosen: the likeliest transitions first, all checkpoints in their order. */
export interface AnswerChoice {
  readonly transitions: readonly Transition[];
  readonly checkpoints: readonly Checkpoint[];
  readonly cwd: string;
}

/**
 * The finding to report as the answer: the last named place; or what comes of the likeliest transition. What a test does and knows
 * itself is the answer only if there is no other.
 */
export function chooseAnswer(
  { named }: Pick<TracedCause, "named">,
  { transitions, checkpoints, cwd }: AnswerChoice,
): PlaceFinding | undefined {
  if (named) return named.found.at(-1);
  const moved = transitions.flatMap(
    ({ before, after }) => (after.end === undefined ? after.found : before.found) ?? [],
  );
  const seen = checkpoints.flatMap(({ end, found }) => (end === undefined && found ? found : [])).reverse();
  const all = [...moved, ...seen];
  return all.find((each) => each.cause.length > 0 && !isAboutTest(each, cwd)) ?? all[0];
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
