import { findCommonMoments } from "../capture/moments.ts";
import { isolateAt } from "../isolate/isolate-at.ts";
import type { PlaceFinding } from "../isolate/place-finding.ts";
import { mayTest, type StateRun } from "../state-run.ts";
import { type FollowedCause, followCause } from "./follow.ts";
import type { InputTexts } from "./input-text.ts";
import { findSpansBetween, isolateAtNamed, type NamedPlaces } from "./named-places.ts";
import { suspicionOf, type Transition } from "./rank.ts";
import { isCauseUnchanged } from "./same-cause.ts";
import type { ProgramView } from "./span-search.ts";
import type { Checkpoint } from "./time-span.ts";

/** The cause along the whole run of the program, or between the places that the user named. */
export interface TracedCause extends FollowedCause {
  readonly named: NamedPlaces | undefined;
}

/** Finds the cause at one place after the other. */
export async function traceCause(stateRun: StateRun, inputs: InputTexts): Promise<TracedCause> {
  const view = viewOf(stateRun, inputs);
  if (stateRun.request.at.length === 0) {
    const moments = await findCommonMoments(stateRun);
    const whole = { before: { end: "input" }, after: { end: "output" }, moments } as const;
    return { named: undefined, ...(await followCause(view, [whole])) };
  }
  const named = await isolateAtNamed(stateRun);
  return { named, ...(await followCause(view, await findSpansBetween(stateRun, named.found))) };
}

function viewOf(stateRun: StateRun, inputs: InputTexts): ProgramView {
  const { run, request } = stateRun;
  let looks = 0;
  return {
    isolate: (at, nearby) => {
      looks++;
      return isolateAt(stateRun, at, nearby);
    },
    moments: (call) => findCommonMoments(stateRun, call),
    mayLook: () => looks < request.maxPlaces && mayTest(run),
    suspicion: (span) => suspicionOf(span, inputs),
    tests: () => run.stages.reduce((sum, { needed }) => sum + needed, 0),
  };
}

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
