import { falseClockStart } from "../../../world/clock/false-clock.ts";
import type { Context } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { worldOf } from "../worlds/tested-command.ts";

const day = 86_400;
/** Days back: yesterday; before a week, a month, a year has begun. */
const distances = [1, 8, 40, 400];

/** The test at earlier dates. None: there can be no false clock. */
export function earlierDates(context: Context): Experiment[] {
  const start = falseClock();
  if (!start) return [];
  return distances.map((days) => {
    const at = Math.floor(context.now / 1000) - days * day;
    const id = `${days} days earlier`;
    return {
      id,
      kind: "clock",
      how: `${days === 1 ? "one day" : `${days} days`} earlier, by a false clock`,
      world: (nth) => worldOf(context.tested, { id, nth }, { start: (kept) => start({ at }, kept) }),
      isolate: { instrument: { command: "clock", words: [`-${days}days`, "now", "--", ...context.words] } },
    };
  });
}

/** Undefined: there can be none here. */
export function falseClock() {
  try {
    return falseClockStart();
  } catch {
    return undefined;
  }
}
