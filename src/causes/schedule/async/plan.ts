/** How the next event is chosen among those that no segment names. */
export interface Policy {
  readonly name: "default" | "uniform" | "pct" | "biased";
  readonly seed: number;
  /** uniform, biased: one choice in so many is a random one. */
  readonly quantum: number;
  /** pct: one more than the number of change points, and the number of steps they are spread over. */
  readonly depth: number;
  readonly steps: number;
}

/** What the runtime is asked to do: the text of `CULPRIT_PLAN`. */
export interface Plan {
  readonly policy: Policy;
  readonly limit: number;
  /** The place of each listed event in the order that is asked for. */
  readonly ranks: ReadonlyMap<string, number>;
  readonly watched: ReadonlySet<string>;
}

export function parsePlan(text: string): Plan {
  let policy: Policy = { name: "default", seed: 1, quantum: 1, depth: 1, steps: 1000 };
  let limit = 10_000_000;
  const ranks = new Map<string, number>();
  const watched = new Set<string>();
  for (const line of text.split("\n")) {
    const [word, first = "", ...rest] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (word === "policy") policy = parsePolicy(first, rest.map(Number));
    else if (word === "limit") limit = Number(first);
    else if (word === "segment" && !ranks.has(first)) ranks.set(first, ranks.size);
    else if (word === "watch") watched.add(first);
  }
  return { policy, limit, ranks, watched };
}

function parsePolicy(name: string, [seed = 1, second = 1, third = 1000]: readonly number[]): Policy {
  const known = name === "uniform" || name === "pct" || name === "biased" ? name : "default";
  return { name: known, seed, quantum: Math.max(1, second), depth: Math.max(1, second), steps: Math.max(1, third) };
}
