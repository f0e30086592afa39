import { settings } from "./env.js";

/** The number of an invoice: prefix, year, and a count within the year. */
export function invoiceNumber(date, count) {
  return `${settings.prefix}-${date.slice(0, 4)}-${String(count).padStart(4, "0")}`;
}

/** The day until which an invoice is to be paid. */
export function dueDate(date, days = settings.paymentDays) {
  const due = new Date(`${date}T12:00:00Z`);
  due.setUTCDate(due.getUTCDate() + days);
  return due.toISOString().slice(0, 10);
}
