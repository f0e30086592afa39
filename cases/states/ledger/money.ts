/** Amounts are whole cents; rates are per ten thousand, so that nothing is lost on the way. */
export type Cents = number;

export function parseMoney(text: string): Cents {
  const match = /^(-?)(\d+)(?:\.(\d\d))?$/.exec(text);
  if (!match) throw new RangeError(`${text} is not an amount`);
  const cents = Number(match[2]) * 100 + Number(match[3] ?? 0);
  return match[1] === "-" ? -cents : cents;
}

/** So many of ten thousand parts, rounded half away from zero. */
export function partOf(amount: Cents, rate: number): Cents {
  const exact = (amount * rate) / 10_000;
  return Math.sign(exact) * Math.round(Math.abs(exact));
}

export function showMoney(amount: Cents): string {
  const sign = amount < 0 ? "-" : "";
  const [whole, rest] = [Math.trunc(Math.abs(amount) / 100), Math.abs(amount) % 100];
  return `${sign}${whole}.${String(rest).padStart(2, "0")}`;
}
