import type { Scheduler } from "./choose-lane.ts";
import { maxLanes } from "./memory-layout.ts";

/** Adds a lane to the live ones, and returns its number. */
export function addLane({ shared, policy, plan, log }: Scheduler, name: string, place: string): number {
  let lane = 0;
  while (lane < maxLanes && shared.lane(lane, "used") === 1) lane++;
  if (lane === maxLanes) throw new RangeError(`culprit: the program has more than ${maxLanes} threads at once`);
  const planned = plan.names.get(name);
  shared.setLaneName(lane, name);
  for (const field of resetFields) shared.setLane(lane, field, 0);
  shared.setLane(lane, "used", 1);
  shared.setLane(lane, "planned", planned === undefined ? 0 : planned + 1);
  shared.setLane(lane, "priority", policy.priorityOf(name));
  if (planned !== undefined) shared.setPlannedLane(planned, lane);
  const live = [...shared.liveLanes(), lane];
  shared.setLiveLanes(live.sort((a, b) => compareNames(shared.laneName(a), shared.laneName(b))));
  log.lane(name, place);
  return lane;
}

const resetFields = [
  ...(["steps", "target", "turnStart", "children", "announcementsSeen"] as const),
  ...(["signal", "waitKind", "timedOut", "started"] as const),
];

/** Removes a lane and those that it created: their threads end with its thread. */
export function removeLane({ shared }: Scheduler, lane: number): void {
  const name = shared.laneName(lane);
  const gone = shared.liveLanes().filter((each) => each === lane || shared.laneName(each).startsWith(`${name}.`));
  for (const each of gone) {
    const planned = shared.lane(each, "planned");
    if (planned > 0) shared.setPlannedLane(planned - 1, "gone");
  }
  shared.setLiveLanes(shared.liveLanes().filter((each) => !gone.includes(each)));
}

/** `1.2` comes before `1.10`. */
function compareNames(a: string, b: string): number {
  const [x, y] = [a, b].map((name) => name.split(".").map(Number)) as [number[], number[]];
  const at = x.findIndex((part, i) => part !== y[i]);
  if (at === -1) return x.length - y.length;
  return y[at] === undefined ? 1 : x[at]! - y[at]!;
}
