import type { Account } from "./accounts.js";
import type { Closing, Month } from "./closing.js";
import { showMoney } from "./money.js";

const width = 40;

export function report(closing: Closing): string {
  return [
    heading("Months"),
    ...closing.months.flatMap(monthRows),
    heading("Accounts"),
    ...[...closing.books.accounts.values()].filter(isUsed).map(accountRow),
    heading("Result"),
    row("profit", showMoney(closing.profit)),
    row("difference", showMoney(closing.difference)),
  ].join("\n");
}

function heading(text: string): string {
  return `${text} ${"-".repeat(width - text.length - 1)}`;
}

function row(left: string, right: string): string {
  return left.padEnd(width - right.length) + right;
}

function monthRows({ name, events, turnover, tax }: Month): string[] {
  return [row(`${name} (${events})`, showMoney(turnover)), row("  tax due", showMoney(tax))];
}

function isUsed({ postings }: Account): boolean {
  return postings.length > 0;
}

function accountRow({ name, kind, shown, postings }: Account): string {
  return row(`${name} (${kind}, ${postings.length})`, showMoney(shown));
}
