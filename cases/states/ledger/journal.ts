import { type Cents, parseMoney } from "./money.js";

/** What happened on one day: `2024-03-01 sale 119.00 standard Garden shears`. */
export interface Event {
  readonly date: string;
  readonly kind: EventKind;
  readonly amount: Cents;
  readonly rate: RateName;
  readonly text: string;
}

const kinds = ["sale", "refund", "purchase", "wage", "fee", "transfer"] as const;
export type EventKind = (typeof kinds)[number];

/** Taxes, per ten thousand. */
export const rates = { standard: 1900, reduced: 700, none: 0 } as const;
export type RateName = keyof typeof rates;

export class JournalError extends Error {}

export function parseJournal(text: string): Event[] {
  const events: Event[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    const bare = line.replace(/;.*/, "").trim();
    if (bare !== "") events.push(parseEvent(bare, i + 1));
  }
  return events.sort((a, b) => a.date.localeCompare(b.date));
}

function parseEvent(line: string, number: number): Event {
  const [date = "", kind = "", amount = "", rate = "", ...words] = line.split(/\s+/);
  const wrong = (what: string) => new JournalError(`line ${number}: ${what}`);
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw wrong(`${date} is not a date`);
  if (!isKind(kind)) throw wrong(`nothing is called ${kind}`);
  if (!isRate(rate)) throw wrong(`there is no rate ${rate}`);
  try {
    return { date, kind, amount: parseMoney(amount), rate, text: words.join(" ") };
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

function isKind(word: string): word is EventKind {
  return (kinds as readonly string[]).includes(word);
}

function isRate(word: string): word is RateName {
  return word in rates;
}
