import type { Posting } from "./accounts.js";
import { type Event, rates } from "./journal.js";
import { type Cents, partOf } from "./money.js";

/** The sides of what happened; together they are nothing. */
export function postingsOf(event: Event): Posting[] {
  switch (event.kind) {
    case "sale":
      return sale(event);
    case "refund":
      return refund(event);
    case "purchase":
      return purchase(event);
    case "wage":
      return simple(event, "wages", "bank");
    case "fee":
      return simple(event, "fees", "bank");
    case "transfer":
      return simple(event, "bank", "cash");
  }
}

interface Split {
  readonly net: Cents;
  readonly tax: Cents;
}

/** Takes the tax out of an amount that includes it. */
function split({ amount, rate }: Event): Split {
  const tax = partOf(amount, Math.round((rates[rate] * 10_000) / (10_000 + rates[rate])));
  return { net: amount - tax, tax };
}

function side({ date, text }: Event, account: string, amount: Cents): Posting {
  return { account, amount, date, text };
}

/** Those of nothing are left out. */
function sides(...postings: readonly Posting[]): Posting[] {
  return postings.filter(({ amount }) => amount !== 0);
}

function simple(event: Event, debit: string, credit: string): Posting[] {
  return sides(side(event, debit, event.amount), side(event, credit, -event.amount));
}

function sale(event: Event): Posting[] {
  const { net, tax } = split(event);
  return sides(
    side(event, "cash", event.amount),
    side(event, "sales", -net),
    side(event, "sales tax", -tax),
  );
}

function refund(event: Event): Posting[] {
  const { net, tax } = split(event);
  return sides(
    side(event, "cash", -event.amount),
    side(event, "sales", net),
    side(event, "sales tax", -tax), // DEFECT: a refund gives the tax back
  );
}

function purchase(event: Event): Posting[] {
  const { net, tax } = split(event);
  return sides(
    side(event, "goods", net),
    side(event, "input tax", tax),
    side(event, "bank", -event.amount),
  );
}
