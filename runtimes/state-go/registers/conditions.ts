/** The bits of the processor's flags. */
const carry = 0x1n;
const parity = 0x4n;
const zero = 0x40n;
const sign = 0x80n;
const overflow = 0x800n;
const all = carry | parity | zero | sign | overflow;

/** Flags of which one of these conditions is true, and the others are false. */
const flagsFor: Readonly<Record<string, bigint>> = {
  b: carry,
  z: zero,
  s: sign,
  p: parity,
  l: sign,
  be: carry,
  le: zero,
};
const otherNames: Readonly<Record<string, string>> = { e: "z", c: "b", nae: "b", na: "be", nge: "l", ng: "le" };
const opposites: Readonly<Record<string, string>> = {
  ae: "b",
  nc: "b",
  nb: "b",
  ne: "z",
  nz: "z",
  a: "be",
  nbe: "be",
  g: "le",
  nle: "le",
  ge: "l",
  nl: "l",
  ns: "s",
  np: "p",
};

/** Whether a condition (`nle` in `setnle`) is true. */
export function isTrue(condition: string, flags: bigint): boolean {
  const [name, isOpposite] = plainCondition(condition);
  const has = (bits: bigint) => (flags & bits) !== 0n;
  const isLess = has(sign) !== has(overflow);
  if (name === "l") return isLess !== isOpposite;
  if (name === "le") return (isLess || has(zero)) !== isOpposite;
  if (name === "be") return has(carry | zero) !== isOpposite;
  return has(flagsFor[name] ?? 0n) !== isOpposite;
}

/** The lowest byte of flags with which a condition is true or not, where there is no overflow. */
export function flagsWith(condition: string, flags: bigint, value: boolean): bigint {
  const [name, isOpposite] = plainCondition(condition);
  return ((flags & ~all) | (value === isOpposite ? 0n : (flagsFor[name] ?? 0n))) & 0xffn;
}

function plainCondition(condition: string): [name: string, isOpposite: boolean] {
  const opposite = opposites[condition];
  return opposite === undefined ? [otherNames[condition] ?? condition, false] : [opposite, true];
}
