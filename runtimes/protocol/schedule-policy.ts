/** How a runtime chooses where no segment of its plan says who runs. */
export interface PlannedPolicy {
  readonly name: "default" | "uniform" | "pct" | "biased";
  readonly seed: number;
  /** uniform, biased: one choice in so many is a random one. */
  readonly quantum: number;
  /** pct: one more than the number of change points, and the number of steps they are spread over. */
  readonly depth: number;
  readonly steps: number;
}

export const defaultPolicy: PlannedPolicy = { name: "default", seed: 1, quantum: 1, depth: 1, steps: 1 };

/** From the words behind `policy` in a plan: the name, and the numbers that it takes. */
export function parsePolicy([name, ...numbers]: readonly string[]): PlannedPolicy {
  const [seed = 1, second = 1, third = 1] = numbers.map(Number);
  const known = name === "uniform" || name === "pct" || name === "biased" ? name : "default";
  return { name: known, seed, quantum: Math.max(1, second), depth: Math.max(1, second), steps: Math.max(1, third) };
}
