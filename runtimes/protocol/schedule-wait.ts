/** A lane that had not ended when the program was ended: what it waited for, if anything, and where. */
export interface LaneWait {
  readonly lane: string;
  readonly kind: WaitKind;
  /** Tells objects of the same kind apart; for `join`, the lane that has to end first. */
  readonly object?: string;
  /** The lane that holds the object; `ended` if that lane has ended without releasing it. */
  readonly holder?: string;
  readonly where: string;
}

/** The kinds of things that the runtimes let a lane wait for, as they are shown; `running`: it did not wait. */
export const waitNouns = {
  running: "nothing",
  mutex: "mutex",
  rwlock: "read-write lock",
  spinlock: "spinlock",
  condvar: "condition variable",
  semaphore: "semaphore",
  barrier: "barrier",
  once: "pthread_once control",
  futex: "futex",
  join: "the end of",
  sleep: "the end of its sleep",
  input: "input",
  signal: "a signal",
  exit: "the end of the program",
  notify: "Atomics.notify",
  message: "a message",
  timer: "a timer",
  socket: "a socket",
} as const;

export type WaitKind = keyof typeof waitNouns;

/** Stands in the log for an object or a holder that there is not. */
const none = "-";

/** The line of a log: `wait LANE KIND OBJECT HOLDER PLACE`. */
export function waitEntry({ lane, kind, object = none, holder = none, where }: LaneWait): string {
  return `wait ${lane} ${kind} ${object} ${holder} ${where}`;
}

/** Reads what `waitEntry` writes. Only the place may contain blanks. */
export function parseWaitEntry(line: string): LaneWait {
  const [, lane = "", kind = "", object = none, holder = none, ...place] = line.split(" ");
  return {
    lane,
    kind: kind as WaitKind,
    ...(object === none ? {} : { object }),
    ...(holder === none ? {} : { holder }),
    where: place.join(" "),
  };
}

/** For people, as in `1.1 waits for mutex 1 (held by 1.2)`. */
export function waitText({ lane, kind, object, holder }: LaneWait): string {
  if (kind === "running") return `${lane} was still running`;
  const what = object === undefined ? waitNouns[kind] : `${waitNouns[kind]} ${object}`;
  return `${lane} waits for ${what}${holder === undefined ? "" : ` (held by ${holderText(holder)})`}`;
}

function holderText(holder: string): string {
  return holder === "ended" ? "a lane that ended" : holder;
}
