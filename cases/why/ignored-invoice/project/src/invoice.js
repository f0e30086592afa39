import { settings } from "./env.js";
import { money, taxOf } from "./money.js";
import { dueDate, invoiceNumber } from "./numbering.js";

/** Sums of an invoice, in cents. */
export function sums(lines) {
  const net = lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0);
  const tax = taxOf(lines);
  return { net, tax, gross: net + tax };
}

/** An invoice as text. */
export function invoice({ date, count, customer, lines }) {
  const { net, tax, gross } = sums(lines);
  const row = (left, right) => left + right.padStart(settings.width - left.length);
  return [
    settings.company,
    row(invoiceNumber(date, count), date),
    "",
    `To ${customer}`,
    "",
    ...lines.map(({ text, quantity, cents }) => row(`${quantity} × ${text}`, money(quantity * cents))),
    "-".repeat(settings.width),
    row("Net", money(net)),
    row(`VAT ${settings.taxPercent} %`, money(tax)),
    row("To pay", money(gross)),
    `Please pay until ${dueDate(date)}.`,
  ].join("\n");
}
