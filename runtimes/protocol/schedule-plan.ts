/** A lane runs until its own count of steps is `count`. A lane is a thread, or one event of an asynchronous program. */
export interface Segment {
  readonly lane: string;
  readonly count: number;
}

/** Who runs when: a list of segments; what comes after them is up to the policy. */
export type Schedule = readonly Segment[];

/** How it is decided who runs next where no segment says so. */
export type Policy =
  | { readonly name: "default" }
  | { readonly name: "uniform" | "biased"; readonly seed: number; readonly quantum: number }
  | { readonly name: "pct"; readonly seed: number; readonly depth: number; readonly steps: number };

/** What a program is told. */
export interface Plan {
  readonly schedule: Schedule;
  readonly policy: Policy;
  /** At most so many steps in all lanes together. */
  readonly limit: number;
  /** Places to be told of, without stopping there. */
  readonly watches?: Schedule;
}

/** As the runtimes read it: one entry to a line. */
export function planText({ schedule, policy, limit, watches = [] }: Plan): string {
  const lines = [
    `policy ${policyText(policy)}`,
    `limit ${limit}`,
    ...schedule.map(({ lane, count }) => `segment ${lane} ${count}`),
    ...watches.map(({ lane, count }) => `watch ${lane} ${count}`),
  ];
  return `${lines.join("\n")}\n`;
}

export function policyText(policy: Policy): string {
  if (policy.name === "default") return policy.name;
  if (policy.name === "pct") return `pct ${policy.seed} ${policy.depth} ${policy.steps}`;
  return `${policy.name} ${policy.seed} ${policy.quantum}`;
}

/** A schedule for people and for the command line: `1@120 1.1@7`; of events, which have one step, the names alone. */
export function scheduleText(schedule: Schedule): string {
  return schedule.map(({ lane, count }) => (count === 1 ? lane : `${lane}@${count}`)).join(" ");
}

/** Undefined where it is none. */
export function parseSchedule(text: string): Schedule | undefined {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const segments = words.map((word) => /^((?:\d|~[\da-z]+)[\dx.]*)(?:@(\d+))?$/.exec(word));
  if (segments.includes(null)) return undefined;
  return segments.map((match) => ({ lane: match![1]!, count: Number(match![2] ?? 1) }));
}
