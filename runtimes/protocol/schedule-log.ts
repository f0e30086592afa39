import type { Schedule, Segment } from "./schedule-plan.ts";
import { type LaneWait, parseWaitEntry } from "./schedule-wait.ts";

/** One lane ran without a switch to another. */
export interface LaneRun {
  readonly lane: string;
  /** The lane's own step count at the end. */
  readonly count: number;
  /** Where it stopped; for an event, its kind and where it was created. */
  readonly where: string;
}

/** What a program did under a plan. */
export interface ScheduleLog {
  /** Where each lane began. */
  readonly lanes: ReadonlyMap<string, string>;
  readonly runs: readonly LaneRun[];
  /** Steps that the plan asked to log. */
  readonly watched: readonly LaneRun[];
  /** After a deadlock or at the limit: what each lane that had not ended waited for. */
  readonly waits: readonly LaneWait[];
  /** What the program used that is not under control. */
  readonly uncontrolled: readonly string[];
  /** The program has yield points before its memory accesses; of native programs only. */
  readonly isInstrumented: boolean;
  /** `exit 0`, `deadlock`, `livelock`, `limit`, `signal SIGSEGV`; undefined if it was killed or crashed. */
  readonly end: string | undefined;
}

/** Reads the log that a runtime wrote. A last line without its line break was cut off by a kill and is ignored. */
export function parseLog(text: string): ScheduleLog {
  const lanes = new Map<string, string>();
  const [runs, watched]: [LaneRun[], LaneRun[]] = [[], []];
  const waits: LaneWait[] = [];
  const uncontrolled: string[] = [];
  let end: string | undefined;
  let isInstrumented = false;
  for (const line of text.slice(0, text.lastIndexOf("\n") + 1).split("\n")) {
    const [word, rest] = splitAtBlank(line);
    const [lane, more] = splitAtBlank(rest);
    if (word === "lane") lanes.set(lane, more);
    if (word === "run" || word === "at") {
      const [count, where] = splitAtBlank(more);
      (word === "run" ? runs : watched).push({ lane, count: Number(count), where });
    }
    if (word === "wait") waits.push(parseWaitEntry(line));
    if (word === "unc") uncontrolled.push(rest);
    if (word === "end") end = rest;
    if (word === "yields") isInstrumented = true;
  }
  return { lanes, runs, watched, waits, uncontrolled, isInstrumented, end };
}

function splitAtBlank(text: string): [first: string, rest: string] {
  const at = text.indexOf(" ");
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** The schedule that makes a program run as it did in this log. */
export function scheduleOf({ runs }: ScheduleLog): Schedule {
  return runs.map(({ lane, count }) => ({ lane, count }));
}

/** The number of steps in all lanes together. */
export function countSteps({ runs }: ScheduleLog): number {
  const counts = new Map(runs.map(({ lane, count }) => [lane, count]));
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** The first segment of a schedule that a run did not follow; undefined if it followed all of them. */
export function firstUnfollowedSegment(schedule: Schedule, { runs }: ScheduleLog): Segment | undefined {
  let at = 0;
  return schedule.find(({ lane, count }) => {
    const next = runs.findIndex((run, i) => i >= at && run.lane === lane && run.count === count);
    at = next + 1;
    return next === -1;
  });
}

/** The first run, counted from 1, in which two logs differ; undefined if they do not. */
export function firstDifference(
  a: ScheduleLog,
  b: ScheduleLog,
): { readonly number: number; readonly a?: LaneRun; readonly b?: LaneRun } | undefined {
  const longest = Math.max(a.runs.length, b.runs.length);
  for (let i = 0; i < longest; i++) {
    const [x, y] = [a.runs[i], b.runs[i]];
    if (x?.lane === y?.lane && x?.count === y?.count) continue;
    return { number: i + 1, ...(x ? { a: x } : {}), ...(y ? { b: y } : {}) };
  }
  return undefined;
}
