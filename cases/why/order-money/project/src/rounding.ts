export type Rounding = "half-up" | "half-even" | "down";

let chosen: Rounding = "half-up";

/** Chooses how amounts are rounded from now on; returns what it was. */
export function chooseRounding(rounding: Rounding): Rounding {
  const before = chosen;
  chosen = rounding;
  return before;
}

/** A whole number of units. */
export function round(units: number): number {
  const down = Math.floor(units);
  const rest = units - down;
  if (chosen === "down" || rest < 0.5) return down;
  if (rest > 0.5 || chosen === "half-up") return down + 1;
  return down % 2 === 0 ? down : down + 1;
}
