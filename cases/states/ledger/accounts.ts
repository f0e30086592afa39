import type { Cents } from "./money.js";

export type AccountKind = "asset" | "liability" | "income" | "expense";

/** One side of what happened; debit is positive, credit negative. */
export interface Posting {
  readonly account: string;
  readonly amount: Cents;
  readonly date: string;
  readonly text: string;
}

export class Account {
  readonly name: string;
  readonly kind: AccountKind;
  readonly postings: Posting[] = [];
  balance: Cents = 0;

  constructor(name: string, kind: AccountKind) {
    this.name = name;
    this.kind = kind;
  }

  post(posting: Posting): void {
    this.postings.push(posting);
    this.balance += posting.amount;
  }

  /** As people read it: income and debts are positive there. */
  get shown(): Cents {
    return this.kind === "asset" || this.kind === "expense" ? this.balance : -this.balance;
  }
}

const chart: Readonly<Record<string, AccountKind>> = {
  bank: "asset",
  cash: "asset",
  "input tax": "asset",
  "sales tax": "liability",
  sales: "income",
  goods: "expense",
  wages: "expense",
  fees: "expense",
};

export class Books {
  readonly accounts: ReadonlyMap<string, Account>;

  constructor() {
    this.accounts = new Map(Object.entries(chart).map(([name, kind]) => [name, new Account(name, kind)]));
  }

  post(posting: Posting): void {
    const account = this.accounts.get(posting.account);
    if (!account) throw new Error(`there is no account ${posting.account}`);
    account.post(posting);
  }

  balanceOf(name: string): Cents {
    return this.accounts.get(name)?.balance ?? 0;
  }

  /** Debits and credits together: nothing, in books that are in order. */
  get difference(): Cents {
    let sum = 0;
    for (const { balance } of this.accounts.values()) sum += balance;
    return sum;
  }
}
