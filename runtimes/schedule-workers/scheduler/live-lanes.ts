import { compareNames, type Turns } from "./choose-lane.ts";
import { mostLanes } from "./shared-memory.ts";

/** A new lane among those that live. */
export function registerLane({ shared, chooser, plan, log }: Turns, name: string, where: string): number {
  let lane = 0;
  while (lane < mostLanes && shared.flag(lane, "used") === 1) lane++;
  if (lane === mostLanes) throw new RangeError(`culprit: more than ${mostLanes} workers at once`);
  const planned = plan.names.get(name);
  shared.setName(lane, name);
  for (const each of ["count", "target", "since", "children", "heard"] as const) shared.setLane(lane, each, 0);
  for (const each of ["call", "want", "timedOut", "begun"] as const) shared.setFlag(lane, each, 0);
  shared.setFlag(lane, "used", 1);
  shared.setFlag(lane, "planned", planned === undefined ? 0 : planned + 1);
  shared.setLane(lane, "priority", chooser.priority(name));
  if (planned !== undefined) shared.setPlanned(planned, lane);
  const live = [...shared.live(), lane];
  shared.setLive(live.sort((a, b) => compareNames(shared.name(a), shared.name(b))));
  log.lane(name, where);
  return lane;
}

/** Takes a lane out, with those that it made: they end with it. */
export function removeLane({ shared }: Turns, lane: number): void {
  const name = shared.name(lane);
  const gone = shared.live().filter((each) => each === lane || shared.name(each).startsWith(`${name}.`));
  for (const each of gone) {
    const planned = shared.flag(each, "planned");
    if (planned > 0) shared.setPlanned(planned - 1, "gone");
  }
  shared.setLive(shared.live().filter((each) => !gone.includes(each)));
}
