/** Texts of values: how they are shown and compared, and from which the driver makes the same values again. */
import { kinds, type Variable } from "../delve/api.ts";

/** A Go string as a literal of Go: `"a\n"`, with `\xff` for bytes that are not UTF-8. */
export function quoteString({ value, StringValueBytes: bytes }: Pick<Variable, "value" | "StringValueBytes">): string {
  if (!bytes) return JSON.stringify(value);
  // Each byte of its own: what is valid UTF-8 among them need not be readable.
  const texts = [...Buffer.from(bytes, "base64")].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, "0")}`,
  );
  return `"${texts.join("")}"`;
}

/** Undefined: it is no plain value. */
export function scalarText(variable: Variable): string | undefined {
  const { kind, value } = variable;
  if (kind === kinds.string) return quoteString(variable);
  if (kind === kinds.float32 || kind === kinds.float64) return floatText(value);
  const isPlain = kind === kinds.bool || isInteger(kind) || kind === kinds.complex64 || kind === kinds.complex128;
  return isPlain ? value : undefined;
}

export function isInteger(kind: number): boolean {
  return kind >= kinds.int && kind <= kinds.uintptr;
}

/** delve writes all digits of large numbers. */
function floatText(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) && value !== "" ? String(number) : value;
}

/** The number in `Green (1)`: delve names constants. */
export function integerIn(text: string): string | undefined {
  return /^-?\d+$/.exec(text)?.[0] ?? /\((-?\d+)\)$/.exec(text)?.[1];
}

/** Undefined: keys of this kind have no text that is the same in every run. */
export function mapKeyText(key: Variable): string | undefined {
  const text = scalarText(key);
  if (text !== undefined) return text;
  if (key.kind === kinds.interface) {
    const [content] = key.children ?? [];
    if (!content || content.kind === kinds.invalid) return "nil";
    const inner = mapKeyText(content);
    return inner === undefined ? undefined : `${content.type}(${inner})`;
  }
  if (key.kind !== kinds.struct && key.kind !== kinds.array) return undefined;
  const parts = (key.children ?? []).map(mapKeyText);
  const isWhole = parts.length === key.len && parts.every((part) => part !== undefined);
  return isWhole ? `{${parts.join(" ")}}` : undefined;
}
