import { digitsOf } from "./currencies.ts";
import { round } from "./rounding.ts";

export interface Money {
  readonly units: number;
  readonly currency: string;
}

export function money(amount: number, currency: string): Money {
  return { units: round(amount * 10 ** digitsOf(currency)), currency };
}

/** "12.50 EUR" */
export function parse(text: string): Money {
  const match = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text.trim());
  if (!match) throw new SyntaxError(`not an amount: ${text}`);
  return money(Number(match[1]), match[2]!);
}

export function format({ units, currency }: Money): string {
  return `${(units / 10 ** digitsOf(currency)).toFixed(digitsOf(currency))} ${currency}`;
}

export function add(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency}`);
  return { units: a.units + b.units, currency: a.currency };
}
