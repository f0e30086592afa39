import type { CauseEntry } from "../../core/finding.ts";
import { newline } from "../../syntax/bytes.ts";
import { countLines, isText, lineAt } from "../text/text.ts";
import type { Change } from "./version-diff.ts";

/** Maximum number of bytes of a change that are shown; the patch contains all of it. */
const maxShownBytes = 4000;

/** A change as an entry of a finding. */
export function changeEntry(change: Change): CauseEntry {
  const { kind, oldPath, newPath, edit, item } = change;
  const file = newPath ?? oldPath!;
  if (kind === "edited" && edit) {
    const line = lineNumber(item!.new!.bytes(), edit.origin);
    const [old, now] = [textOf(change.old), textOf(change.new)];
    return {
      file,
      line,
      ...(old === "" ? { text: now } : { old, ...(now === "" ? { text: "" } : { new: now, text: now }) }),
    };
  }
  const whole = { file, change: kind };
  if (kind === "renamed") return { ...whole, text: "", old: oldPath!, new: newPath! };
  if (kind === "mode")
    return { ...whole, text: "", old: mode(item?.old?.executable), new: mode(item?.new?.executable) };
  if (!isText(change.old) || !isText(change.new)) return { ...whole, text: "" };
  const [old, now] = [textOf(change.old), textOf(change.new)];
  return { ...whole, ...(kind === "added" ? { text: now } : { old, text: now, ...(now === "" ? {} : { new: now }) }) };
}

function mode(executable: boolean | undefined): string {
  return executable ? "executable" : "not executable";
}

/** The beginning of a text, in whole lines where it has several, and how many lines are left out. */
function textOf(bytes: Uint8Array): string {
  if (bytes.length <= maxShownBytes) return Buffer.from(bytes).toString("utf8");
  const shown = bytes.subarray(0, bytes.lastIndexOf(newline, maxShownBytes - 1) + 1 || maxShownBytes);
  const left = countLines(bytes.subarray(shown.length));
  const more = left > 1 || shown.at(-1) === newline ? `… ${left} more ${left === 1 ? "line" : "lines"}` : "…";
  return `${Buffer.from(shown).toString("utf8")}${more}`;
}

/** Where a change is, for people. */
export function placeOfChange({ newPath, oldPath, edit, item }: Change): string {
  const file = newPath ?? oldPath!;
  return edit ? `${file}:${lineNumber(item!.new!.bytes(), edit.origin)}` : file;
}

/** The line in which a place is. */
export function lineNumber(bytes: Uint8Array, place: number): number {
  return lineAt(bytes, place);
}
