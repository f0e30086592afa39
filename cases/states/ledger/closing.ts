import { type Account, Books } from "./accounts.js";
import { postingsOf } from "./booking.js";
import type { Event } from "./journal.js";
import type { Cents } from "./money.js";

export interface Month {
  readonly name: string;
  readonly events: number;
  readonly turnover: Cents;
  /** What is owed to the tax office after it. */
  readonly tax: Cents;
}

export interface Closing {
  readonly books: Books;
  readonly months: readonly Month[];
  readonly profit: Cents;
  /** Debits without credits: the books are not in order. */
  readonly difference: Cents;
}

export function close(events: readonly Event[]): Closing {
  const books = new Books();
  const months: Month[] = [];
  for (const [name, those] of byMonth(events)) months.push(book(books, name, those));
  return { books, months, profit: profitOf(books), difference: books.difference };
}

function byMonth(events: readonly Event[]): Map<string, Event[]> {
  const months = new Map<string, Event[]>();
  for (const event of events) {
    const name = event.date.slice(0, 7);
    const those = months.get(name);
    if (those) those.push(event);
    else months.set(name, [event]);
  }
  return months;
}

function book(books: Books, name: string, events: readonly Event[]): Month {
  const before = books.balanceOf("sales");
  for (const event of events) for (const posting of postingsOf(event)) books.post(posting);
  const turnover = before - books.balanceOf("sales");
  return { name, events: events.length, turnover, tax: taxDue(books) };
}

function taxDue(books: Books): Cents {
  return -books.balanceOf("sales tax") - books.balanceOf("input tax");
}

function profitOf(books: Books): Cents {
  let profit = 0;
  for (const account of books.accounts.values()) profit += effectOf(account);
  return profit;
}

function effectOf({ kind, shown }: Account): Cents {
  if (kind === "income") return shown;
  return kind === "expense" ? -shown : 0;
}
