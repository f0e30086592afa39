import { inspect } from "node:util";
import { missing } from "./places.ts";

const maxLength = 200;

/** A value for people, without running code of the program. Undefined: there is no value. */
export function valueText(value: unknown): string | undefined {
  if (value === missing) return undefined;
  const whole = inspect(value, {
    depth: 2,
    breakLength: Number.POSITIVE_INFINITY,
    customInspect: false,
    maxArrayLength: 20,
    maxStringLength: maxLength,
  });
  const text = whole.replace(/\s+/g, " ");
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}
