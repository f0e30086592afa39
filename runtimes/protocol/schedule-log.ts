import type { Schedule, Segment } from "./schedule-plan.ts";

/** A stretch in which one lane ran. */
export interface Ran {
  readonly lane: string;
  /** The lane's own count at the end of it. */
  readonly count: number;
  /** Where it stopped; of an event, what it is and where it was made. */
  readonly where: string;
}

export interface Waiting {
  readonly lane: string;
  /** For what, as in `mutex 1 (held by 1.2)`. */
  readonly what: string;
  readonly where: string;
}

/** What a program did under a plan. */
export interface Realised {
  /** Where each lane began. */
  readonly lanes: ReadonlyMap<string, string>;
  readonly ran: readonly Ran[];
  readonly watched: readonly Ran[];
  /** Where nobody could go on: what each lane waits for. */
  readonly waits: readonly Waiting[];
  /** What the program did that is not controlled. */
  readonly uncontrolled: readonly string[];
  /** `exit 0`, `deadlock`, `livelock`, `limit`, `signal SIGSEGV`; undefined: it was killed, or crashed. */
  readonly end: string | undefined;
}

export function parseLog(text: string): Realised {
  const lanes = new Map<string, string>();
  const [ran, watched]: [Ran[], Ran[]] = [[], []];
  const waits: Waiting[] = [];
  const uncontrolled: string[] = [];
  let end: string | undefined;
  // What a program was writing when it was killed is not a line.
  for (const line of text.slice(0, text.lastIndexOf("\n") + 1).split("\n")) {
    const [word, rest] = cut(line);
    const [lane, more] = cut(rest);
    if (word === "lane") lanes.set(lane, more);
    if (word === "run" || word === "at") {
      const [count, where] = cut(more);
      (word === "run" ? ran : watched).push({ lane, count: Number(count), where });
    }
    if (word === "wait") waits.push({ lane, ...waitOf(more) });
    if (word === "unc") uncontrolled.push(rest);
    if (word === "end") end = rest;
  }
  return { lanes, ran, watched, waits, uncontrolled, end };
}

function cut(text: string): [first: string, rest: string] {
  const at = text.indexOf(" ");
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** The place is the last word; of a native program it is a path, which may have blanks in it. */
function waitOf(text: string): Pick<Waiting, "what" | "where"> {
  const path = text.search(/ \/.*\+0x[\da-f]+$/);
  const at = path === -1 ? text.lastIndexOf(" ") : path;
  return at === -1 ? { what: text, where: "" } : { what: text.slice(0, at), where: text.slice(at + 1) };
}

/** What ran, as a schedule that makes it run so again. */
export function scheduleOf({ ran }: Realised): Schedule {
  return ran.map(({ lane, count }) => ({ lane, count }));
}

export function stepsOf({ ran }: Realised): number {
  const counts = new Map(ran.map(({ lane, count }) => [lane, count]));
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** The first segment of a schedule that a run did not follow; undefined: it followed all of them. */
export function notFollowed(schedule: Schedule, { ran }: Realised): Segment | undefined {
  let at = 0;
  return schedule.find(({ lane, count }) => {
    const next = ran.findIndex((each, i) => i >= at && each.lane === lane && each.count === count);
    at = next + 1;
    return next === -1;
  });
}

/** Where two runs of the same plan part; undefined: nowhere. */
export function firstDifference(
  a: Realised,
  b: Realised,
): { readonly number: number; readonly a?: Ran; readonly b?: Ran } | undefined {
  const longest = Math.max(a.ran.length, b.ran.length);
  for (let i = 0; i < longest; i++) {
    const [x, y] = [a.ran[i], b.ran[i]];
    if (x?.lane === y?.lane && x?.count === y?.count) continue;
    return { number: i + 1, ...(x ? { a: x } : {}), ...(y ? { b: y } : {}) };
  }
  return undefined;
}
