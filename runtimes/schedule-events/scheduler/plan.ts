import { defaultPolicy, type ParsedPolicy, parsePolicy } from "../../protocol/schedule-policy.ts";

/** What the runtime is asked to do. */
export interface EventPlan {
  readonly policy: ParsedPolicy;
  /** Maximum number of events. */
  readonly limit: number;
  /** The position of each event that the plan lists: the lowest runs first. */
  readonly ranks: ReadonlyMap<string, number>;
  /** Events to log with an entry of their own. */
  readonly watched: ReadonlySet<string>;
  /** Events before which a debugger is to stop. */
  readonly stops: ReadonlySet<string>;
  /** Log who else could have run. */
  readonly choices?: boolean;
}

/** Reads the text of a plan. */
export function parsePlan(text: string): EventPlan {
  let policy = defaultPolicy;
  let limit = 10_000_000;
  let choices = false;
  const ranks = new Map<string, number>();
  const watched = new Set<string>();
  const stops = new Set<string>();
  for (const line of text.split("\n")) {
    const [word, first = "", ...rest] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (word === "policy") policy = parsePolicy([first, ...rest]);
    else if (word === "limit") limit = Number(first);
    else if (word === "segment" && !ranks.has(first)) ranks.set(first, ranks.size);
    else if (word === "watch") watched.add(first);
    else if (word === "stop") stops.add(first);
    else if (word === "choices") choices = true;
  }
  return { policy, limit, ranks, watched, stops, choices };
}
