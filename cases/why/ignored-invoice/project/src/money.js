import { settings } from "./env.js";

/** Cents as text. */
export function money(cents) {
  const sign = cents < 0 ? "-" : "";
  const [euros, rest] = [Math.trunc(Math.abs(cents) / 100), Math.abs(cents) % 100];
  return `${sign}${euros}.${String(rest).padStart(2, "0")} ${settings.currency}`;
}

/** The tax on lines of an invoice: rounded once, or on every line. */
export function taxOf(lines) {
  const exact = lines.map(({ quantity, cents }) => (quantity * cents * settings.taxPercent) / 100);
  const each = settings.rounding === "line" ? exact.map(Math.round) : exact;
  return Math.round(each.reduce((sum, tax) => sum + tax, 0));
}
