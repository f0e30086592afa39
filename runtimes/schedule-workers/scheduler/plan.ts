import { defaultPolicy, type ParsedPolicy, parsePolicy } from "../../protocol/schedule-policy.ts";

/** The text of `CULPRIT_PLAN`. Every thread reads it for itself; names of lanes are numbered, alike in all of them. */
export interface Plan {
  readonly policy: ParsedPolicy;
  readonly limit: number;
  readonly names: ReadonlyMap<string, number>;
  /** The number of the lane, and the count up to which it runs. */
  readonly segments: readonly (readonly [lane: number, count: number])[];
  /** Counts at which a lane says where it is, in order. */
  readonly watches: ReadonlyMap<string, readonly number[]>;
}

export function parsePlan(text: string): Plan {
  let policy = defaultPolicy;
  let limit = Infinity;
  const names = new Map<string, number>();
  const segments: [number, number][] = [];
  const watches = new Map<string, number[]>();
  for (const line of text.split("\n")) {
    const [word, first = "", ...rest] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (word === "policy") policy = parsePolicy([first, ...rest]);
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
