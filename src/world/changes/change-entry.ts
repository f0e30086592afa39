import type { CauseEntry } from "../../core/finding.ts";
import { countLines, isText } from "../text/text.ts";
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

function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.subarray(0, maxShownBytes)).toString("utf8");
  return bytes.length > maxShownBytes ? `${text}…` : text;
}

/** The line in which a place is. */
export function lineNumber(bytes: Uint8Array, place: number): number {
  return countLines(bytes.subarray(0, place)) + (place > 0 && bytes[place - 1] !== 0x0a ? 0 : 1);
}
