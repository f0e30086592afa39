/** A booking from its parts; amounts are in whole cents. */
export function booking(date, account, cents, text = "") {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new RangeError(`not a date: ${date}`);
  if (!Number.isInteger(cents)) throw new RangeError(`not an amount: ${cents}`);
  return { date, account, cents, text };
}

export const monthOf = ({ date }) => date.slice(0, 7);
