import { defaultPolicy, type ParsedPolicy, parsePolicy } from "../protocol/schedule-policy.ts";

/** What the runtime is asked to do: the text of `CULPRIT_PLAN`. */
export interface Plan {
  readonly policy: ParsedPolicy;
  readonly limit: number;
  /** The place of each listed event in the order that is asked for. */
  readonly ranks: ReadonlyMap<string, number>;
  readonly watched: ReadonlySet<string>;
}

export function parsePlan(text: string): Plan {
  let policy = defaultPolicy;
  let limit = 10_000_000;
  const ranks = new Map<string, number>();
  const watched = new Set<string>();
  for (const line of text.split("\n")) {
    const [word, first = "", ...rest] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (word === "policy") policy = parsePolicy([first, ...rest]);
    else if (word === "limit") limit = Number(first);
    else if (word === "segment" && !ranks.has(first)) ranks.set(first, ranks.size);
    else if (word === "watch") watched.add(first);
  }
  return { policy, limit, ranks, watched };
}
