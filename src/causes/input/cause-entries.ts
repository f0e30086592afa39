import type { CauseEntry, Excerpt } from "../../core/finding.ts";
import type { Source } from "../../passes/draft.ts";
import type { ByteRange } from "../../syntax/ranges.ts";
import type { TextEdit } from "../../world/text/edits.ts";
import { lineAt, textExcerpts } from "../../world/text/excerpts.ts";
import { isText } from "../../world/text/text.ts";
import { bytesOf, type Content } from "./content.ts";
import type { Narrowed, PartLeft } from "./narrowing.ts";

/** Longer texts are cut in the finding; the files hold them whole. */
const longest = 64 * 1024;

/** The cause as the finding lists it: one entry for each run of adjacent deltas, by its line in the original input. */
export function causeEntries(narrowed: Narrowed, original: Content, file: string): CauseEntry[] {
  const { edits } = narrowed;
  if (edits) return joinedEdits(edits.edits).map((edit) => editEntry(edit, edits.base, bytesOf(original), file));
  return partsLeft(narrowed, original, file).flatMap(entriesOfPart);
}

function entriesOfPart({ path, original, text, sources }: PartLeft): CauseEntry[] {
  if (text.length === 0) return [{ text: "", file: path, line: 1 }];
  let at = 0;
  return joined(sources).map(({ length, from }) => {
    const stretch = text.subarray(at, at + length);
    at += length;
    return { ...shown(stretch), file: path, line: lineAt(original, from) };
  });
}

/** What is left of each file: of the only one, or of those in a folder. */
function partsLeft({ failing, parts, sources }: Narrowed, original: Content, file: string): readonly PartLeft[] {
  if (parts) return parts();
  const text = bytesOf(failing);
  if (text.length === 0) return [];
  return [{ path: file, original: bytesOf(original), text, sources: sources!() }];
}

/** The cause as people see it: in the lines of the original input where it stands. */
export function causeExcerpts(narrowed: Narrowed, original: Content, file: string): Excerpt[] {
  const { edits } = narrowed;
  if (edits) {
    const marks = edits.edits.map(({ text, origin }): ByteRange => [origin, origin + text.length]);
    return textExcerpts(bytesOf(original), marks, file);
  }
  return partsLeft(narrowed, original, file).flatMap(({ path, original, sources }) => {
    const marks = joined(sources).map(({ from, old }): ByteRange => [from, from + old]);
    return textExcerpts(original, marks, path);
  });
}

function editEntry(
  { start, end, text, origin }: TextEdit,
  base: Uint8Array,
  original: Uint8Array,
  file: string,
): CauseEntry {
  const old = base.subarray(start, end);
  const place = { ...shown(text), file, line: lineAt(original, origin) };
  if (old.length === 0 || !isText(old)) return place;
  return { ...place, old: textOf(old), ...(text.length > 0 && isText(text) ? { new: textOf(text) } : {}) };
}

/** Sources that follow each other in the original too are one. */
function joined(sources: readonly Source[]): Source[] {
  const result: Source[] = [];
  for (const { length, from, old } of sources) {
    const last = result.at(-1);
    if (last && last.from + last.old === from) {
      result[result.length - 1] = { length: last.length + length, from: last.from, old: last.old + old };
    } else result.push({ length, from, old });
  }
  return result;
}

function shown(bytes: Uint8Array): CauseEntry {
  const some = bytes.subarray(0, longest);
  return isText(some) ? { text: textOf(some) } : { base64: Buffer.from(some).toString("base64") };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, longest)).toString("utf8");
}

/** Edits that touch, in the old text and in the new one, are one. */
function joinedEdits(edits: readonly TextEdit[]): TextEdit[] {
  const joined: TextEdit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    if (last && last.end === edit.start && last.origin + last.text.length === edit.origin) {
      joined[joined.length - 1] = { ...last, end: edit.end, text: Buffer.concat([last.text, edit.text]) };
    } else joined.push(edit);
  }
  return joined;
}
