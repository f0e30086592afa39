import { countSteps, type ScheduleLog, type SharedPlace } from "../../../../runtimes/protocol/schedule-log.ts";
import type { PlaceChange, SchedulePolicy } from "../../../../runtimes/protocol/schedule-policy.ts";
import { firstTimeLimit } from "../../../run/ends/ends.ts";
import { type ControlledProgram, planFor, schedulePlanWorld, takeLog } from "../control/controlled-program.ts";
import { maxShortSteps } from "../portfolio.ts";

/** Maximum number of steps of a run whose accesses are traced: that takes about ten times as long as the run. */
const maxTracedSteps = 200_000_000;

/** In a long run: runs the default schedule once more, to see which places are worth a switch; `log` is that of an earlier run. */
export async function findSharedPlaces(program: ControlledProgram, log: ScheduleLog): Promise<readonly SharedPlace[]> {
  const { run, runtime } = program;
  const steps = countSteps(log);
  if (runtime.name !== "native" || steps <= maxShortSteps || steps > maxTracedSteps) return [];
  const plan = { ...planFor(program, []), tracesSharing: true } as const;
  await run.execute(schedulePlanWorld(program, plan), run.conditions.timeout ?? firstTimeLimit);
  return (await takeLog(program, plan))?.shared ?? [];
}

/**
 * Adds policies that change priorities at shared places, one after each of the others. Each place is as likely as any other, however
 * often it is passed.
 */
export function* withSharedPlaces(
  policies: Generator<SchedulePolicy, never>,
  places: readonly SharedPlace[],
  { steps, seed }: { readonly steps: number; readonly seed: number },
): Generator<SchedulePolicy, never> {
  for (let i = seed; ; i++) {
    yield policies.next().value;
    if (places.length === 0) continue;
    const random = randomNumbers(i);
    const changes = Array.from({ length: 1 + (i % 3) }, () => randomChange(places, random));
    yield { name: "pct", seed: i, depth: 1 + changes.length, steps, changes };
  }
}

/** Small numbers of passes are more likely: 1 is as likely as 2 and 3 together, or as 4 to 7. */
function randomChange(places: readonly SharedPlace[], random: () => number): PlaceChange {
  const { place, passes } = places[Math.floor(random() * places.length)]!;
  return { place, pass: Math.floor((passes + 1) ** random()) };
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
