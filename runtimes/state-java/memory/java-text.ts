/** Texts of values: how they are shown and compared, and from which the driver makes the same values again. */
import type { JavaValue } from "../jdwp/values.ts";

/** Of a plain value, or of what a box such as `Integer` holds. */
export function plainText({ tag, value }: JavaValue): string {
  if (tag === "C") return characterText(Number(value));
  if (tag === "F") return floatText(Number(value));
  if (tag === "D") return doubleText(Number(value));
  return String(value);
}

/** As Java writes it: `1.0`, `1.0E300` is `1e+300`. */
function doubleText(number: number): string {
  if (Object.is(number, -0)) return "-0.0";
  const text = String(number);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** The shortest text that is read as the same float. */
function floatText(number: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(number.toPrecision(digits));
    if (Math.fround(short) === number) return doubleText(short);
  }
  return doubleText(number);
}

/** `'a'`, `'\n'`, `'\u0000'`. */
function characterText(code: number): string {
  const character = String.fromCharCode(code);
  if (character === "'") return "'\\''";
  const quoted = JSON.stringify(character).slice(1, -1).replace(/^\\"$/, '"');
  const isOdd = code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code < 0xe000);
  return isOdd && quoted.length === 1 ? `'\\u${code.toString(16).padStart(4, "0")}'` : `'${quoted}'`;
}

const escapes: Readonly<Record<string, string>> = { "\\'": "'", '\\"': '"' };

/** The value of a plain type, by the tag of the type. Undefined: the text is not that of such a value. */
export function plainValue(tag: string, text: string): JavaValue | undefined {
  if (tag === "Z") return /^(?:true|false)$/.test(text) ? { tag, value: text === "true" } : undefined;
  if (tag === "C") return characterValue(text);
  if (tag === "F" || tag === "D") {
    const number = Number(text);
    return Number.isNaN(number) && text !== "NaN" ? undefined : { tag, value: number };
  }
  const [min, max] = ranges[tag] ?? [0n, 0n];
  if (!/^-?\d+$/.test(text) || !(tag in ranges)) return undefined;
  const number = BigInt(text);
  if (number < min || number > max) return undefined;
  return { tag, value: tag === "J" ? number : Number(number) };
}

const ranges: Readonly<Record<string, readonly [bigint, bigint]>> = {
  B: [-(2n ** 7n), 2n ** 7n - 1n],
  S: [-(2n ** 15n), 2n ** 15n - 1n],
  I: [-(2n ** 31n), 2n ** 31n - 1n],
  J: [-(2n ** 63n), 2n ** 63n - 1n],
};

function characterValue(text: string): JavaValue | undefined {
  const inside = /^'(.*)'$/s.exec(text)?.[1];
  if (inside === undefined) return undefined;
  const character = escapes[inside] ?? (inside === '"' ? inside : unquoted(`"${inside}"`));
  return character?.length === 1 ? { tag: "C", value: character.charCodeAt(0) } : undefined;
}

/** Undefined: it is no text in quotes. */
export function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Classes whose objects are boxes for plain values, with the tags of these. */
export const boxes: Readonly<Record<string, string>> = {
  Integer: "I",
  Long: "J",
  Short: "S",
  Byte: "B",
  Character: "C",
  Boolean: "Z",
  Float: "F",
  Double: "D",
};

const suffixes: Readonly<Record<string, string>> = { Long: "L", Float: "f" };
const prefixes: Readonly<Record<string, string>> = { Short: "(short) ", Byte: "(byte) " };

/** The label of a map entry whose key is a plain value, as Java writes it: `3`, `3L`, `"x"`. */
export function keyLabel(type: string, text: string): string {
  return `${prefixes[type] ?? ""}${text}${suffixes[type] ?? ""}`;
}

/** The key that has a label. Undefined: it has to be known otherwise. */
export function keyWithLabel(label: string): { readonly type: string; readonly text: string } | undefined {
  const [, cast, number] = /^\((short|byte)\) (-?\d+)$/.exec(label) ?? [];
  if (cast !== undefined) return { type: cast === "short" ? "Short" : "Byte", text: number! };
  if (label.startsWith('"')) return { type: "String", text: label };
  if (label.startsWith("'")) return { type: "Character", text: label };
  if (/^(?:true|false)$/.test(label)) return { type: "Boolean", text: label };
  if (label === "null") return { type: "null", text: label };
  if (/^-?\d+L$/.test(label)) return { type: "Long", text: label.slice(0, -1) };
  if (/^-?\d+$/.test(label)) return { type: "Integer", text: label };
  if (/^-?[\d.e+-]+f$/.test(label)) return { type: "Float", text: label.slice(0, -1) };
  return /^-?\d[\d.e+-]*$/.test(label) ? { type: "Double", text: label } : undefined;
}

/** Of a `BigInteger`: its sign, and its size in pieces of 32 bits, the highest first. */
export function bigIntegerText(sign: number, pieces: readonly number[]): string {
  const size = pieces.reduce((sum, piece) => (sum << 32n) | BigInt.asUintN(32, BigInt(piece)), 0n);
  return String(sign < 0 ? -size : size);
}

/** Of a `BigDecimal`: `1.50` is 150 with a scale of 2. */
export function bigDecimalText(unscaled: string, scale: number): string {
  const [sign, digits] = unscaled.startsWith("-") ? ["-", unscaled.slice(1)] : ["", unscaled];
  if (scale <= 0) return scale === 0 ? unscaled : `${unscaled}E+${-scale}`;
  const padded = digits.padStart(scale + 1, "0");
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}
