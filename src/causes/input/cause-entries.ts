import type { CauseEntry, Excerpt } from "../../core/finding.ts";
import type { Source } from "../../passes/draft.ts";
import type { Edit } from "../../world/edits.ts";
import { excerptsOf, lineAt, type Span } from "../../world/excerpt.ts";
import { isText } from "../../world/text.ts";
import type { Narrowed } from "./narrow.ts";

/** Longer texts are cut in the finding; the files hold them whole. */
const longest = 64 * 1024;

/** The cause as the finding lists it: one entry for each run of adjacent deltas, by its line in the original input. */
export function causeEntries({ failing, sources, edits }: Narrowed, original: Uint8Array, file: string): CauseEntry[] {
  if (edits) return joinedEdits(edits.edits).map((edit) => editEntry(edit, edits.base, original, file));
  let at = 0;
  return joined(sources!()).map(({ length, from }) => {
    const text = failing.subarray(at, at + length);
    at += length;
    return { ...shown(text), file, line: lineAt(original, from) };
  });
}

/** The cause as people see it: in the lines of the original input where it stands. */
export function causeExcerpts({ sources, edits }: Narrowed, original: Uint8Array, file: string): Excerpt[] {
  const marks =
    edits?.edits.map(({ text, origin }): Span => [origin, origin + text.length]) ??
    joined(sources!()).map(({ from, old }): Span => [from, from + old]);
  return excerptsOf(original, marks, file);
}

function editEntry(
  { start, end, text, origin }: Edit,
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
function joinedEdits(edits: readonly Edit[]): Edit[] {
  const joined: Edit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    if (last && last.end === edit.start && last.origin + last.text.length === edit.origin) {
      joined[joined.length - 1] = { ...last, end: edit.end, text: Buffer.concat([last.text, edit.text]) };
    } else joined.push(edit);
  }
  return joined;
}
