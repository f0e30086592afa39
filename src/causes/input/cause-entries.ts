import type { CauseEntry, Excerpt } from "../../core/finding.ts";
import type { Source } from "../../passes/draft.ts";
import type { ByteRange } from "../../syntax/ranges.ts";
import type { TextEdit } from "../../world/text/edits.ts";
import { lineAt, textExcerpts } from "../../world/text/excerpts.ts";
import { isText } from "../../world/text/text.ts";
import { fileBytes, type InputContent } from "./content.ts";
import type { Narrowed, RemainingFile } from "./narrowing.ts";

/** The input that a cause was found in. */
export interface OriginalInput {
  readonly content: InputContent;
  readonly name: string;
}

/** Longer texts, in bytes, are cut in the finding; the result files have them whole. */
const maxTextLength = 64 * 1024;

/** The cause as the finding lists it: one entry for each run of adjacent deltas, by its line in the original input. */
export function causeEntries(narrowed: Narrowed, original: OriginalInput): CauseEntry[] {
  const { edits } = narrowed;
  if (edits) return joinEdits(edits.edits).map((edit) => editEntry(edit, edits.base, original));
  return remainingFiles(narrowed, original).flatMap(fileEntries);
}

/** The cause as people see it: highlighted in the lines of the original input. */
export function causeExcerpts(narrowed: Narrowed, original: OriginalInput): Excerpt[] {
  const { edits } = narrowed;
  if (edits) {
    const marks = edits.edits.map(({ text, origin }): ByteRange => [origin, origin + text.length]);
    return textExcerpts(fileBytes(original.content), marks, original.name);
  }
  return remainingFiles(narrowed, original).flatMap((file) => {
    const marks = joinSources(file.sources).map(({ from, old }): ByteRange => [from, from + old]);
    return textExcerpts(file.original, marks, file.path);
  });
}

/** What is left of each file: of the only one, or of those in a folder. */
function remainingFiles(narrowed: Narrowed, { content, name }: OriginalInput): readonly RemainingFile[] {
  if (narrowed.remainingFiles) return narrowed.remainingFiles();
  const text = fileBytes(narrowed.failing);
  if (text.length === 0) return [];
  return [{ path: name, original: fileBytes(content), text, sources: narrowed.sources!() }];
}

function fileEntries({ path, original, text, sources }: RemainingFile): CauseEntry[] {
  if (text.length === 0) return [{ text: "", file: path, line: 1 }];
  let at = 0;
  return joinSources(sources).map(({ length, from }) => {
    const bytes = text.subarray(at, at + length);
    at += length;
    return { ...bytesEntry(bytes), file: path, line: lineAt(original, from) };
  });
}

function editEntry(
  { start, end, text, origin }: TextEdit,
  base: Uint8Array,
  { content, name }: OriginalInput,
): CauseEntry {
  const old = base.subarray(start, end);
  const entry = { ...bytesEntry(text), file: name, line: lineAt(fileBytes(content), origin) };
  if (old.length === 0 || !isText(old)) return entry;
  return { ...entry, old: decodeText(old), ...(text.length > 0 && isText(text) ? { new: decodeText(text) } : {}) };
}

function bytesEntry(bytes: Uint8Array): CauseEntry {
  const first = bytes.subarray(0, maxTextLength);
  return isText(first) ? { text: decodeText(first) } : { base64: Buffer.from(first).toString("base64") };
}

function decodeText(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, maxTextLength)).toString("utf8");
}

/** Joins sources that follow each other in the original, too. */
function joinSources(sources: readonly Source[]): Source[] {
  const joined: Source[] = [];
  for (const { length, from, old } of sources) {
    const last = joined.at(-1);
    if (last && last.from + last.old === from) {
      joined[joined.length - 1] = { length: last.length + length, from: last.from, old: last.old + old };
    } else joined.push({ length, from, old });
  }
  return joined;
}

/** Joins edits that touch in the old text and in the new one. */
function joinEdits(edits: readonly TextEdit[]): TextEdit[] {
  const joined: TextEdit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    if (last && last.end === edit.start && last.origin + last.text.length === edit.origin) {
      joined[joined.length - 1] = { ...last, end: edit.end, text: Buffer.concat([last.text, edit.text]) };
    } else joined.push(edit);
  }
  return joined;
}
