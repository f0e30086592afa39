import type { TableFields } from "./field-table.ts";

/** Maximum number of lanes alive at once. */
export const maxLanes = 2048;
/** Maximum number of waits with Atomics at once. */
export const maxWaiters = 4096;
/** Number of hash values by which the biased policy distinguishes places. */
export const placeSlots = 1 << 16;
/** Number of hash values by which reports are distinguished, so that each is logged once. */
export const reportSlots = 1024;
/** Maximum lengths of texts, in characters. */
export const maxName = 64;
export const maxWaitText = 256;
export const maxTurnText = 2 * maxWaitText;

/** What a lane waits for. A lane is *outside* while its event loop waits, without the token, for something uncontrolled. */
export const waitKind = { nothing: 0, event: 1, notify: 2, outside: 3 } as const;
/** What a lane that waits for the token is woken for. */
export const signal = { none: 0, run: 1, findMark: 2, exit: 3 } as const;
/** The state of an entry in the table of waits with Atomics. */
export const waiterState = { free: 0, waiting: 1, woken: 2 } as const;

export const programFields = {
  numbers: [
    "totalSteps",
    /** The index of the plan's current segment. */
    "segment",
    "clock",
    /** uniform: the step at which the current turn ends. */
    "turnEnd",
    /** pct: the lowest priority so far. */
    "lowestPriority",
    /** How many waits with Atomics there have been. */
    "tickets",
    /** How often something happened that lanes may wait for. */
    "announcements",
  ],
  words: [
    "liveLanes",
    "randomDraws",
    /** uniform: the lane that `turnEnd` is about, plus 1. */
    "turnLane",
    /** pct: the index of the next step at which priorities change. */
    "changePoint",
    "tokenIsFree",
    "lanesOutside",
    "lock",
    "answered",
    "exitCode",
    /** The lane whose last turn is not in the log yet, plus 1. */
    "pendingTurn",
  ],
} as const satisfies TableFields;

export const laneFields = {
  numbers: [
    "steps",
    /** The step at which the lane enters the scheduler again. */
    "target",
    /** The step at which its current turn began. */
    "turnStart",
    "children",
    "priority",
    "deadline",
    "announcementsSeen",
  ],
  words: [
    "signal",
    "waitKind",
    "timedOut",
    /** The entry in the table of waits, while the lane waits for a notify. */
    "waiter",
    /** The number of the lane's name in the plan, plus 1. */
    "planned",
    "used",
    "started",
  ],
} as const satisfies TableFields;

export const waiterFields = {
  /** The offset of the element in its buffer, and when the wait began. */
  numbers: ["offset", "ticket"],
  words: ["state", "lane", "sawMark"],
} as const satisfies TableFields;

/** Where each part begins, counted in elements of its array. The arrays follow each other: numbers, words, bytes. */
export function memoryLayout(plannedLanes: number) {
  const numbers = consecutive({
    program: programFields.numbers.length,
    lanes: maxLanes * laneFields.numbers.length,
    waiters: maxWaiters * waiterFields.numbers.length,
  });
  const words = consecutive({
    program: programFields.words.length,
    lanes: maxLanes * laneFields.words.length,
    waiters: maxWaiters * waiterFields.words.length,
    liveLanes: maxLanes,
    planned: plannedLanes,
    places: placeSlots,
    reports: reportSlots,
  });
  const bytes = consecutive({ names: maxLanes * maxName, waits: maxLanes * maxWaitText, pendingTurn: maxTurnText });
  const wordsAt = 8 * numbers.size;
  const bytesAt = wordsAt + 4 * words.size;
  return { numbers, words, bytes, wordsAt, bytesAt, size: bytesAt + bytes.size };
}

function consecutive<T extends string>(sizes: Readonly<Record<T, number>>): Readonly<Record<T | "size", number>> {
  let size = 0;
  const starts: Record<string, number> = {};
  for (const name of Object.keys(sizes) as T[]) {
    starts[name] = size;
    size += sizes[name];
  }
  return { ...starts, size } as Record<T | "size", number>;
}
