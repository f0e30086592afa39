import * as amount from "./amount.js";
import { monthOf } from "./booking.js";

/** Cents by account, accounts in the order of the alphabet. */
export function totals(bookings) {
  const sums = new Map();
  for (const { account, cents } of bookings) sums.set(account, (sums.get(account) ?? 0) + cents);
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The sum of each month. */
export function byMonth(bookings) {
  const months = new Map();
  for (const each of bookings) months.set(monthOf(each), (months.get(monthOf(each)) ?? 0) + each.cents);
  return months;
}

/** A report for people. */
export function report(bookings) {
  const rows = [...totals(bookings)].map(([account, cents]) => [account, amount.show(cents)]);
  const width = Math.max(0, ...rows.map(([account]) => account.length));
  return rows.map(([account, sum]) => `${account.padEnd(width)} ${sum.padStart(12)}`).join("\n");
}

/** What is left of a year: its bookings added up by account and month, as bookings again. */
export function condense(bookings) {
  const sums = new Map();
  for (const each of bookings) {
    const key = `${monthOf(each)} ${each.account}`;
    sums.set(key, (sums.get(key) ?? 0) + each.cents);
  }
  return [...sums].map(([key, cents]) => {
    const [month, account] = key.split(" ");
    return { date: `${month}-01`, account, cents, text: "sum" };
  });
}
