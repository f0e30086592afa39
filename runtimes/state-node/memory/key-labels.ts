/**
 * Labels of map entries and set members: the text of the key or member, if it is a scalar. An object has no text: the n-th entry of
 * a map whose key is an object is `{n}`, and the key itself `{n} key`.
 */
import { scalarFor, scalarValue } from "./scalars.ts";

export interface Key {
  readonly key: unknown;
}

export function* labelledKeys(keys: Iterable<unknown>): Generator<[label: string, key: unknown]> {
  let entry = 0;
  for (const key of keys) yield [keyText(key) ?? `{${entry++}}`, key];
}

/** Undefined: no key has this label. */
export function keyWithLabel(keys: Iterable<unknown>, label: string): Key | undefined {
  for (const [each, key] of labelledKeys(keys)) if (each === label) return { key };
  return undefined;
}

/** Whether it is the label of an entry whose key is an object. */
export function isObjectEntry(label: string): boolean {
  return /^\{\d+\}$/.test(label);
}

/** The label of the key of such an entry. */
export function objectKeyLabel(entryLabel: string): string {
  return `${entryLabel} key`;
}

export function isObjectKey(label: string): boolean {
  return label.startsWith("{") && label.endsWith(" key");
}

function keyText(key: unknown): string | undefined {
  const scalar = scalarFor(key);
  if (!scalar) return undefined;
  return scalar.type === "bigint" ? `${scalar.value}n` : scalar.type === "symbol" ? `@${scalar.value}` : scalar.value;
}

/** The scalar key with this text; undefined: the text is not that of a scalar. */
export function keyFromText(text: string): Key | undefined {
  const [type, value] = /^"/.test(text)
    ? ["string", text]
    : /^@"/.test(text)
      ? ["symbol", text.slice(1)]
      : /^-?\d+n$/.test(text)
        ? ["bigint", text.slice(0, -1)]
        : /^(true|false)$/.test(text)
          ? ["boolean", text]
          : /^(null|undefined)$/.test(text)
            ? [text, text]
            : ["number", text];
  if (type === "number" && Number.isNaN(Number(value)) && value !== "NaN") return undefined;
  return { key: scalarValue({ type, value }) };
}
