import type { Ending } from "../driver/ending.ts";
import { escapeCharacter } from "../driver/escape.ts";

/** The first lines of output in which two runs differ, passing and failing; or how they ended, if that is all. */
export function showEndings(passing: Ending | undefined, failing: Ending | undefined): [string, string] {
  if (passing && failing && passing.outputHash === failing.outputHash) {
    if (passing.status !== failing.status) return [passing.status, failing.status];
    return ["passes the test", "fails the test"];
  }
  const [old, now] = firstDifference(passing?.outputStart ?? "", failing?.outputStart ?? "") ?? [
    differsLater,
    differsLater,
  ];
  return [old || noOutput(passing), now || noOutput(failing)];
}

/** How two runs ended and which kinds of errors they reported, where nothing else of their output was compared. */
export function showErrors(passing: Ending | undefined, failing: Ending | undefined): [string, string] {
  return [endText(passing), endText(failing)];
}

function endText(ending: Ending | undefined): string {
  if (!ending) return "it does not end";
  return [ending.status, ...ending.outputStart.split("\n").filter((name) => name !== "")].join(", ");
}

const differsLater = "(differs further on)";

function noOutput(ending: Ending | undefined): string {
  return `nothing (${ending?.status ?? "it does not end"})`;
}

/** Undefined: the texts are the same. */
function firstDifference(old: string, now: string): [string, string] | undefined {
  const [before, after] = [old, now].map((text) => text.split(/(?<=\n)/)) as [string[], string[]];
  const at = Array.from({ length: Math.max(before.length, after.length) }).findIndex((_, i) => before[i] !== after[i]);
  if (at === -1) return undefined;
  const lines = [before[at] ?? "", after[at] ?? ""] as const;
  const [a, b] = lines.map((line) => line.replace(/\n$/, "")) as [string, string];
  return a === b ? showDifference(...lines) : showDifference(a, b);
}

/** Two texts so that people can see how they differ: those that look alike are escaped. */
export function showDifference(old: string, now: string): [string, string] {
  return old !== now && visible(old) === visible(now) ? [escapeText(old), escapeText(now)] : [old, now];
}

/** A text as it looks. */
function visible(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/(?!\s)[\p{Cc}\p{Cf}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

function escapeText(text: string): string {
  return text.replaceAll("\\", "\\\\").replace(/[^ -~]|^ | (?= |$)/gu, escapeCharacter);
}
