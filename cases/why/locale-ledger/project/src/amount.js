const fraction = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** An amount as it is shown to people: 1,234.50 */
export function show(cents) {
  return (cents / 100).toLocaleString("en-GB", fraction);
}

/** An amount as it is written to a sheet. */
export function write(cents) {
  return (cents / 100).toLocaleString(undefined, { ...fraction, useGrouping: false });
}

/** Reads an amount of a sheet; banks write a plus sign or the currency beside it. */
export function read(text) {
  const number = Number.parseFloat(text.replace(/^\s*\+/, ""));
  if (Number.isNaN(number)) throw new RangeError(`not an amount: ${text}`);
  return Math.round(number * 100);
}
