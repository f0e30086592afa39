const digits = new Map([
  ["EUR", 2],
  ["USD", 2],
  ["JPY", 0],
  ["KWD", 3],
]);

/** How many digits a currency has after the point. */
export function digitsOf(currency: string): number {
  const known = digits.get(currency);
  if (known === undefined) throw new RangeError(`no such currency: ${currency}`);
  return known;
}

/** Adds a currency, for games and tests. */
export function addCurrency(currency: string, count: number): void {
  digits.set(currency, count);
}

export function currencies(): string[] {
  return [...digits.keys()].sort();
}
