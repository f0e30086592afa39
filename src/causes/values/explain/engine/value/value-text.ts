import { isPlainObject } from "../../body/fresh-copy.ts";

/** A text of a value, equal for equal values: JSON where there is JSON for it. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(",")}]`;
  if (isPlainObject(value)) {
    const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${valueText(item)}`);
    return `{${entries.join(",")}}`;
  }
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (typeof value === "function" || (typeof value === "object" && value !== null)) return nameOf(value);
  return String(value);
}

const numbers = new WeakMap<object, number>();
let count = 0;

/** Things that are neither lists nor plain objects are told apart by a number. */
function nameOf(thing: object): string {
  const number = numbers.get(thing) ?? ++count;
  numbers.set(thing, number);
  return `<${thing.constructor?.name ?? "object"} ${number}>`;
}
