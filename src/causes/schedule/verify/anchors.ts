/**
 * A schedule counts the steps of each thread, and most fixes change these counts. So a search also writes down what each thread was
 * about to do where the failing schedule stops it: the n-th time that it does this in that function. In the changed program, the
 * thread is stopped where it is about to do the same for the n-th time.
 */
import type { Schedule, Segment } from "../../../../runtimes/protocol/schedule-plan.ts";
import { type ControlledProgram, obtainLog, planFor } from "../control/controlled-program.ts";
import type { Place } from "../control/place.ts";
import type { Anchor, Anchors } from "../request.ts";

/** Maximum number of steps whose actions are observed. */
const maxSteps = 5000;
/** Maximum number of segments that are looked for in the changed program, each with a run of its own. */
const maxSegments = 30;

const anchorsFile = "anchors.json";

/** Saves what each thread is about to do where the schedule stops it. */
export async function saveAnchors(program: ControlledProgram, schedule: Schedule): Promise<void> {
  const lanes = new Map<string, number>();
  for (const { lane, count } of schedule) lanes.set(lane, Math.max(count, lanes.get(lane) ?? 0));
  const steps = [...lanes.values()].reduce((sum, count) => sum + count, 0);
  if (steps === 0 || steps > maxSteps || schedule.length > maxSegments) return;
  const actions = await observeActions(program, schedule, lanes);
  const anchors = schedule.map(({ lane, count }) => anchorAt(actions.get(lane) ?? [], count));
  program.run.record.save(anchorsFile, anchors satisfies Anchors);
}

export function loadAnchors(record: { load<T>(name: string): T | undefined }): Anchors | undefined {
  return record.load<Anchors>(anchorsFile);
}

/** The segments of an earlier schedule as they are in this program; undefined for those that it does not have any more. */
export async function adaptSegments(
  program: ControlledProgram,
  schedule: Schedule,
  anchors: Anchors,
): Promise<(Segment | undefined)[]> {
  const adapted: (Segment | undefined)[] = [];
  for (const [i, segment] of schedule.entries()) {
    const anchor = anchors[i];
    const before = adapted.filter((each) => each !== undefined);
    adapted.push(anchor ? await findAnchor(program, before, segment, anchor) : segment);
  }
  return adapted;
}

/** Looks where the lane is about to do the same, when it runs on after the segments before. */
async function findAnchor(
  program: ControlledProgram,
  before: Schedule,
  { lane, count }: Segment,
  { action, nth }: Anchor,
): Promise<Segment | undefined> {
  const furthest = Math.min(maxSteps, Math.max(4 * count, count + 1000));
  const schedule = [...before, { lane, count: furthest }];
  const actions = await observeActions(program, schedule, new Map([[lane, furthest]]));
  const found = (actions.get(lane) ?? []).filter((each) => each.action === action)[nth - 1];
  return found && { lane, count: found.count };
}

interface ActionAtStep {
  readonly count: number;
  readonly action: string;
}

/** What the lanes are about to do at each of their steps, up to the given ones. */
async function observeActions(
  program: ControlledProgram,
  schedule: Schedule,
  lanes: ReadonlyMap<string, number>,
): Promise<Map<string, ActionAtStep[]>> {
  const watches = [...lanes].flatMap(([lane, last]) =>
    Array.from({ length: last }, (_, i) => ({ lane, count: i + 1 })),
  );
  const { watched = [] } = (await obtainLog(program, { ...planFor(program, schedule), watches })) ?? {};
  const places = await program.runtime.findPlaces(watched.map(({ where }) => where));
  const actions = new Map<string, ActionAtStep[]>();
  for (const [i, { lane, count }] of watched.entries()) {
    if (!actions.has(lane)) actions.set(lane, []);
    actions.get(lane)!.push({ count, action: actionText(places[i]!) });
  }
  return actions;
}

export function anchorAt(actions: readonly ActionAtStep[], count: number): Anchor | null {
  const own = actions.find((each) => each.count === count);
  if (!own) return null;
  const nth = actions.filter((each) => each.action === own.action && each.count <= count).length;
  return { action: own.action, nth };
}

/** Lines move when a program is changed; functions and what they do stay. */
function actionText({ function: name, file, line, does, text }: Place): string {
  const where = name ?? file ?? text;
  return `${where}: ${does ?? `line ${line}`}`;
}
