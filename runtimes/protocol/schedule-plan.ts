import { policyText, type SchedulePolicy } from "./schedule-policy.ts";

/** A lane runs until its own step count is `count`. A lane is a thread, or a single event of an asynchronous program. */
export interface Segment {
  readonly lane: string;
  readonly count: number;
}

/** Which lane runs when: a list of segments. After the last one the policy decides. */
export type Schedule = readonly Segment[];

/** What a program under control is asked to do. */
export interface SchedulePlan {
  readonly schedule: Schedule;
  readonly policy: SchedulePolicy;
  /** Maximum number of steps in all lanes together. */
  readonly limit: number;
  /** Steps to log when they are reached, without stopping there. */
  readonly watches?: Schedule;
  /** Events before which a debugger is to stop. */
  readonly stops?: readonly string[];
  /** Write down, in a file of its own, who else could have run when. */
  readonly choices?: boolean;
  /** The native runtime logs the places that access memory which several lanes access. */
  readonly tracesSharing?: true;
}

/** The text of a plan, one entry per line, as the runtimes read it. */
export function planText(plan: SchedulePlan): string {
  const { schedule, policy, limit, watches = [], stops = [], choices = false, tracesSharing } = plan;
  const changes = policy.name === "pct" ? (policy.changes ?? []) : [];
  const { syncs } = { syncs: undefined, ...policy };
  const lines = [
    `policy ${policyText(policy)}`,
    `limit ${limit}`,
    ...(syncs === undefined ? [] : [`syncs ${syncs}`]),
    ...(choices ? ["choices"] : []),
    ...schedule.map(({ lane, count }) => `segment ${lane} ${count}`),
    ...watches.map(({ lane, count }) => `watch ${lane} ${count}`),
    ...stops.map((lane) => `stop ${lane}`),
    ...changes.map(({ place, pass }) => `change ${place} ${pass}`),
    ...(tracesSharing ? ["trace shared"] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** A schedule for people and for the command line: `1@120 1.1@7`; events have one step, so only their ids: `0.1 0.2x3`. */
export function scheduleText(schedule: Schedule): string {
  return schedule.map(({ lane, count }) => (count === 1 ? lane : `${lane}@${count}`)).join(" ");
}

/** Reads what `scheduleText` writes; undefined if the text is not a schedule. */
export function parseSchedule(text: string): Schedule | undefined {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const segments = words.map((word) => /^((?:\d|~[\da-z]+)[\dx.]*)(?:@(\d+))?$/.exec(word));
  if (segments.includes(null)) return undefined;
  return segments.map((match) => ({ lane: match![1]!, count: Number(match![2] ?? 1) }));
}
