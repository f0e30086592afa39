import { digitsOf } from "./currencies.ts";
import type { Money } from "./money.ts";
import { round } from "./rounding.ts";

/** An amount in another currency; the rate is for whole units, like 1.08 dollars for a euro. */
export function convert(from: Money, currency: string, rate: number): Money {
  const scale = 10 ** (digitsOf(currency) - digitsOf(from.currency));
  return { units: round(from.units * rate * scale), currency };
}
