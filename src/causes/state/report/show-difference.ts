import type { Ending } from "../driver/judge.ts";

/** What two runs printed, where it is first not the same; or how they ended, if that is all. For people: passing, failing. */
export function endingsApart(passing: Ending | undefined, failing: Ending | undefined): [string, string] {
  if (passing && failing && passing.output === failing.output) {
    if (passing.status !== failing.status) return [passing.status, failing.status];
    return ["passes by the test", "fails by the test"];
  }
  const [old, now] = firstDifference(passing?.begins ?? "", failing?.begins ?? "") ?? [later, later];
  return [old || nothingBut(passing), now || nothingBut(failing)];
}

const later = "(not the same further on)";

function nothingBut(ending: Ending | undefined): string {
  return `nothing (${ending?.status ?? "it does not end"})`;
}

/** The first lines that are not the same; undefined: there are none. */
function firstDifference(old: string, now: string): [string, string] | undefined {
  const [before, after] = [old, now].map((text) => text.split(/(?<=\n)/)) as [string[], string[]];
  const at = Array.from({ length: Math.max(before.length, after.length) }).findIndex((_, i) => before[i] !== after[i]);
  if (at === -1) return undefined;
  const lines = [before[at] ?? "", after[at] ?? ""] as const;
  const [a, b] = lines.map((line) => line.replace(/\n$/, "")) as [string, string];
  return a === b ? toldApart(...lines) : toldApart(a, b);
}

/** Two texts that are not the same, so that it can be seen: if they look alike, with everything in them spelt out. */
export function toldApart(old: string, now: string): [string, string] {
  return old !== now && looks(old) === looks(now) ? [spelt(old), spelt(now)] : [old, now];
}

function looks(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/(?!\s)[\p{Cc}\p{Cf}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

function spelt(text: string): string {
  return text.replaceAll("\\", "\\\\").replace(/[^ -~]|^ | (?= |$)/gu, escaped);
}

const names: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(char: string): string {
  const code = char.codePointAt(0)!;
  const hex = (digits: number) => code.toString(16).padStart(digits, "0");
  return names[char] ?? (code <= 0xff ? `\\x${hex(2)}` : code <= 0xffff ? `\\u${hex(4)}` : `\\u{${hex(5)}}`);
}

/** Bytes as a text in which none of them is lost: those that are no characters are spelt out. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    // What was cut in the middle of a character goes without it.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : escaped(String.fromCharCode(byte)),
    ).join("");
  }
}
