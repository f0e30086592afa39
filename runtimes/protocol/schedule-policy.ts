/** How the next lane is chosen where no segment of the plan decides. */
export type SchedulePolicy =
  | { readonly name: "default" }
  | { readonly name: "biased"; readonly seed: number; readonly quantum: number }
  | UniformPolicy
  | PriorityPolicy;

interface UniformPolicy {
  readonly name: "uniform";
  readonly seed: number;
  readonly quantum: number;
  /** Only of the native runtime: turns end at synchronisations only, of which a typical run has this many. */
  readonly syncs?: number;
}

interface PriorityPolicy {
  readonly name: "pct";
  readonly seed: number;
  readonly depth: number;
  readonly steps: number;
  /** Only of the native runtime: where priorities change, instead of at random steps. */
  readonly changes?: readonly PlaceChange[];
  /** Only of the native runtime: priorities change at synchronisations only, of which a typical run has this many. */
  readonly syncs?: number;
}

/** The lane that is the `pass`th to pass a place gets the lowest priority. */
export interface PlaceChange {
  readonly place: string;
  readonly pass: number;
}

/** The words behind `policy` in a plan. */
export function policyText(policy: SchedulePolicy): string {
  if (policy.name === "default") return policy.name;
  if (policy.name === "pct") return `pct ${policy.seed} ${policy.depth} ${policy.steps}`;
  return `${policy.name} ${policy.seed} ${policy.quantum}`;
}

/** A policy as the runtimes read it; numbers that its text does not have are 1. */
export interface ParsedPolicy {
  readonly name: SchedulePolicy["name"];
  readonly seed: number;
  /** uniform, biased: one choice in `quantum` is a random one. */
  readonly quantum: number;
  /** pct: one more than the number of change points, and the number of steps they are spread over. */
  readonly depth: number;
  readonly steps: number;
}

export const defaultPolicy: ParsedPolicy = { name: "default", seed: 1, quantum: 1, depth: 1, steps: 1 };

/** Reads the words behind `policy`; an unknown name is the default policy. */
export function parsePolicy([name, ...numbers]: readonly string[]): ParsedPolicy {
  const [seed = 1, second = 1, third = 1] = numbers.map(Number);
  const known = name === "uniform" || name === "pct" || name === "biased" ? name : "default";
  return { name: known, seed, quantum: Math.max(1, second), depth: Math.max(1, second), steps: Math.max(1, third) };
}
