import { defaultPolicy, type ParsedPolicy, parsePolicy } from "../../protocol/schedule-policy.ts";

/** The plan as threads follow it. Each thread reads the text for itself, so all of them number the names of lanes alike. */
export interface LanePlan {
  readonly policy: ParsedPolicy;
  readonly limit: number;
  readonly names: ReadonlyMap<string, number>;
  /** The number of the lane's name, and the step up to which the lane runs. */
  readonly segments: readonly (readonly [lane: number, step: number])[];
  /** By the name of the lane, the steps to log, in ascending order. */
  readonly watches: ReadonlyMap<string, readonly number[]>;
  /** Log who else could have run. */
  readonly choices: boolean;
}

/** Reads the text of `CULPRIT_PLAN`. */
export function parsePlan(text: string): LanePlan {
  let policy = defaultPolicy;
  let limit = Infinity;
  let choices = false;
  const names = new Map<string, number>();
  const segments: [number, number][] = [];
  const watches = new Map<string, number[]>();
  for (const line of text.split("\n")) {
    const [word, first = "", ...rest] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (word === "policy") policy = parsePolicy([first, ...rest]);
    else if (word === "limit") limit = Number(first);
    else if (word === "choices") choices = true;
    else if (word === "segment") {
      if (!names.has(first)) names.set(first, names.size);
      segments.push([names.get(first)!, Number(rest[0] ?? 0)]);
    } else if (word === "watch") {
      if (!watches.has(first)) watches.set(first, []);
      watches.get(first)!.push(Number(rest[0] ?? 0));
    }
  }
  for (const steps of watches.values()) steps.sort((a, b) => a - b);
  return { policy, limit, names, segments, watches, choices };
}
