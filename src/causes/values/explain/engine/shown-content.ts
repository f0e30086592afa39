import { counted } from "../../../../report/quantity.ts";
import { isText } from "../../../../world/text/text.ts";
import type { ValueEdit } from "./value/value-difference.ts";
import { valueText } from "./value/value-text.ts";

/** Maximum number of characters, and of lines, that a message shows of an input. */
const maxLength = 400;
const maxLines = 16;

/** Values up to this length are shown in one line. */
const maxLineLength = 100;

/** An input for people: a string in quotes, bytes as text or in hexadecimal, a value as JSON; cut if it is long. */
export function shownContent(content: unknown): string {
  if (typeof content === "string") return shownString(content);
  if (content instanceof Uint8Array) return shownBytes(content);
  const line = valueText(content);
  if (line.length <= maxLineLength) return line;
  const lines = prettyJson(content)?.split("\n") ?? [line];
  const shown = lines.slice(0, maxLines).join("\n");
  if (lines.length <= maxLines && shown.length <= maxLength) return shown;
  return `${shown.slice(0, maxLength)}… (${counted(line.length, "characters")})`;
}

function shownString(text: string): string {
  if (text.length <= maxLength) return quoted(text);
  return `${quoted(text.slice(0, maxLength))}… (${counted(text.length, "characters")})`;
}

/** In the quotes that need the fewest backslashes. */
function quoted(text: string): string {
  const inDouble = JSON.stringify(text);
  return text.includes('"') && !text.includes("'") ? `'${inDouble.slice(1, -1).replaceAll('\\"', '"')}'` : inDouble;
}

function shownBytes(bytes: Uint8Array): string {
  if (bytes.length > 0 && isText(bytes)) return shownString(Buffer.from(bytes).toString());
  const most = maxLength / 4;
  const shown = Array.from(bytes.subarray(0, most), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  return bytes.length <= most ? `<${shown}>` : `<${shown} …> (${counted(bytes.length, "bytes")})`;
}

function prettyJson(value: unknown): string | undefined {
  // JSON would leave out what it has no text for.
  return /<\w+ \d+>|undefined|NaN|Infinity|\dn\b/.test(valueText(value)) ? undefined : JSON.stringify(value, null, 2);
}

/** `lines[3].price: 3 → -1` */
export function shownEdit({ path, passing, failing }: ValueEdit): string {
  const place = path === "" ? "" : `${path}: `;
  const [old, now] = [passing, failing].map((each) => (each ? shownPart(each.value) : ""));
  if (!passing) return `${place}${now} is added`;
  return failing ? `${place}${old} → ${now}` : `${place}${old} is left out`;
}

function shownPart(value: unknown): string {
  const text = value instanceof Uint8Array ? shownBytes(value) : valueText(value);
  return text.length > maxLineLength ? `${text.slice(0, maxLineLength)}…` : text;
}

/** "8 of 49 characters" */
export function sizeText(content: unknown, whole: unknown): string {
  const [left, { size, unit }] = [sizeOf(content), sizeOf(whole)];
  if (left.size === size && left.unit === unit) return `all of its ${counted(size, unit)}`;
  return left.unit === unit
    ? `${left.size.toLocaleString("en-US")} of ${counted(size, unit)}`
    : `${counted(left.size, left.unit)}`;
}

function sizeOf(content: unknown): { readonly size: number; readonly unit: string } {
  if (typeof content === "string") return { size: Array.from(content).length, unit: "characters" };
  if (content instanceof Uint8Array && !isText(content)) return { size: content.length, unit: "bytes" };
  if (content instanceof Uint8Array) return sizeOf(Buffer.from(content).toString());
  if (Array.isArray(content)) return { size: content.length, unit: "items" };
  return { size: valueText(content).length, unit: "characters of JSON" };
}
