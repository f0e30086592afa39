import type { Money } from "./money.ts";
import { round } from "./rounding.ts";

/** Shares an amount; what cannot be shared goes to the first ones. */
export function share({ units, currency }: Money, parts: number): Money[] {
  const each = Math.floor(units / parts);
  const rest = units - each * parts;
  return Array.from({ length: parts }, (_, index) => ({ units: each + (index < rest ? 1 : 0), currency }));
}

/** A percentage of an amount. */
export function percent({ units, currency }: Money, rate: number): Money {
  return { units: round((units * rate) / 100), currency };
}
