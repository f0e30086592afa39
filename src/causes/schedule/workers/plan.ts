/** How it is decided who runs where no segment says so. */
export interface Policy {
  readonly name: "default" | "uniform" | "pct" | "biased";
  readonly seed: number;
  /** uniform, biased: one step in so many is a switch. */
  readonly quantum: number;
  /** pct: one more than the number of change points, and the number of steps they are spread over. */
  readonly depth: number;
  readonly steps: number;
}

/** The text of `CULPRIT_PLAN`. Every thread reads it for itself; names of lanes are numbered, alike in all of them. */
export interface Plan {
  readonly policy: Policy;
  readonly limit: number;
  readonly names: ReadonlyMap<string, number>;
  /** The number of the lane, and the count up to which it runs. */
  readonly segments: readonly (readonly [lane: number, count: number])[];
  /** Counts at which a lane says where it is, in order. */
  readonly watches: ReadonlyMap<string, readonly number[]>;
}

export function parsePlan(text: string): Plan {
  let policy: Policy = { name: "default", seed: 1, quantum: 100, depth: 2, steps: 10_000 };
  let limit = Infinity;
  const names = new Map<string, number>();
  const segments: [number, number][] = [];
  const watches = new Map<string, number[]>();
  for (const line of text.split("\n")) {
    const [word, first = "", ...rest] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (word === "policy") policy = parsePolicy(first, rest.map(Number));
    else if (word === "limit") limit = Number(first);
    else if (word === "segment") {
      if (!names.has(first)) names.set(first, names.size);
      segments.push([names.get(first)!, Number(rest[0] ?? 0)]);
    } else if (word === "watch") {
      if (!watches.has(first)) watches.set(first, []);
      watches.get(first)!.push(Number(rest[0] ?? 0));
    }
  }
  for (const counts of watches.values()) counts.sort((a, b) => a - b);
  return { policy, limit, names, segments, watches };
}

function parsePolicy(name: string, [seed = 1, second = 1, third = 1]: readonly number[]): Policy {
  const known = name === "uniform" || name === "pct" || name === "biased" ? name : "default";
  return { name: known, seed, quantum: Math.max(1, second), depth: Math.max(1, second), steps: Math.max(1, third) };
}
