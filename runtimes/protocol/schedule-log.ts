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

/** A place in the code that accesses memory which several lanes access. */
export interface SharedPlace {
  readonly place: string;
  /** How often lanes passed it, all together. */
  readonly passes: number;
}

/** What a program did under a plan. */
export interface ScheduleLog {
  /** Where each lane began. */
  readonly lanes: ReadonlyMap<string, string>;
  readonly runs: readonly LaneRun[];
  /** Steps that the plan asked to log. */
  readonly watched: readonly LaneRun[];
  /** If the plan asked for it: the places that access memory which several lanes access. */
  readonly shared: readonly SharedPlace[];
  /** Number of synchronisations while there were several lanes; 0 if lanes can switch nowhere else. Of native programs only. */
  readonly syncs: number;
  /** After a deadlock or at the limit: what each lane that had not ended waited for. */
  readonly waits: readonly LaneWait[];
  /** What the program used that is not under control. */
  readonly uncontrolled: readonly string[];
  /** The program has yield points before its memory accesses; of native programs only. */
  readonly isInstrumented: boolean;
  /** `exit 0`, `deadlock`, `livelock`, `limit`, `signal SIGSEGV`; undefined if it was killed or crashed. */
  readonly end: string | undefined;
}

/** Takes the entries of a log in their order. */
export interface LogSink {
  readonly lane: (lane: string, where: string) => void;
  readonly run: (run: LaneRun) => void;
  readonly watched: (run: LaneRun) => void;
  readonly shared: (place: SharedPlace) => void;
  readonly syncs: (count: number) => void;
  /** What stands behind `wait` in the line of `waitEntry`. */
  readonly wait: (text: string) => void;
  readonly uncontrolled: (what: string) => void;
  readonly instrumented: () => void;
  readonly end: (how: string) => void;
}

/** Makes a log from its entries; `log` is what has come so far. */
export function logCollector(): LogSink & { readonly log: () => ScheduleLog } {
  const lanes = new Map<string, string>();
  const [runs, watched]: [LaneRun[], LaneRun[]] = [[], []];
  const shared: SharedPlace[] = [];
  const waits: LaneWait[] = [];
  const uncontrolled: string[] = [];
  let end: string | undefined;
  let syncs = 0;
  let isInstrumented = false;
  return {
    lane: (lane, where) => lanes.set(lane, where),
    run: (run) => runs.push(run),
    watched: (run) => watched.push(run),
    shared: (place) => shared.push(place),
    syncs: (count) => {
      syncs = count;
    },
    wait: (text) => waits.push(parseWaitEntry(`wait ${text}`)),
    uncontrolled: (what) => uncontrolled.push(what),
    instrumented: () => {
      isInstrumented = true;
    },
    end: (how) => {
      end = how;
    },
    log: () => ({ lanes, runs, watched, shared, syncs, waits, uncontrolled, isInstrumented, end }),
  };
}

/** Reads a log in its text form. A last line without its line break was cut off by a kill and is ignored. */
export function parseLog(text: string): ScheduleLog {
  const { log, ...sink } = logCollector();
  for (const line of text.slice(0, text.lastIndexOf("\n") + 1).split("\n")) {
    const [word, rest] = splitAtBlank(line);
    const [lane, more] = splitAtBlank(rest);
    if (word === "lane") sink.lane(lane, more);
    if (word === "run" || word === "at") {
      const [count, where] = splitAtBlank(more);
      sink[word === "run" ? "run" : "watched"]({ lane, count: Number(count), where });
    }
    if (word === "wait") sink.wait(rest);
    if (word === "unc") sink.uncontrolled(rest);
    if (word === "end") sink.end(rest);
    if (word === "yields") sink.instrumented();
  }
  return log();
}

export function splitAtBlank(text: string): [first: string, rest: string] {
  const at = text.indexOf(" ");
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** The schedule that makes a program run as it did in this log. */
export function scheduleOf({ runs }: ScheduleLog): Schedule {
  return runs.map(({ lane, count }) => ({ lane, count }));
}

/** How long a run is. */
export interface RunLength {
  readonly steps: number;
  /** `syncs` of its log. */
  readonly syncs: number;
}

export function lengthOf(log: ScheduleLog): RunLength {
  return { steps: countSteps(log), syncs: log.syncs };
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
