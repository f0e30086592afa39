import type { CauseEntry, Excerpt } from "../../core/finding.ts";
import { excerptsOf, lineAt } from "../../world/excerpt.ts";
import { isText } from "../../world/text.ts";
import type { Narrowed } from "./narrow.ts";

/** Longer texts are cut in the finding; the files hold them whole. */
const longest = 64 * 1024;

/** The cause as the finding lists it: one entry for each run of adjacent deltas. */
export function causeEntries(cause: Narrowed, original: Uint8Array, file: string): CauseEntry[] {
  const { failing, kept, edits, runs } = cause;
  if (edits === undefined) {
    let at = 0;
    return runs.map((span) => {
      const place = placeOf(kept ?? [], at);
      at += span[1] - span[0];
      return { ...shown(failing.subarray(...span)), file, line: lineAt(original, place) };
    });
  }
  const marks = edits.marks();
  return joinedEdits(marks, edits.edits).map(({ span, start, end }) => ({
    ...shown(failing.subarray(...span)),
    file,
    line: lineAt(failing, span[0]),
    ...textOr({}, "old", edits.base.subarray(start, end)),
    ...textOr({}, "new", failing.subarray(...span)),
  }));
}

/** The cause as people see it: in the lines where it stands. */
export function causeExcerpts(cause: Narrowed, original: Uint8Array, file: string): Excerpt[] {
  return cause.kept
    ? excerptsOf(original, cause.kept, file)
    : excerptsOf(cause.failing, cause.edits?.marks() ?? [], file);
}

function placeOf(kept: readonly (readonly [number, number])[], at: number): number {
  let before = 0;
  for (const [start, end] of kept) {
    if (at < before + end - start) return start + at - before;
    before += end - start;
  }
  return 0;
}

function shown(bytes: Uint8Array): CauseEntry {
  const some = bytes.subarray(0, longest);
  return isText(some) ? { text: Buffer.from(some).toString("utf8") } : { base64: Buffer.from(some).toString("base64") };
}

function textOr(entry: CauseEntry, name: "old" | "new", bytes: Uint8Array): CauseEntry {
  return bytes.length > 0 && isText(bytes)
    ? { ...entry, [name]: Buffer.from(bytes.subarray(0, longest)).toString("utf8") }
    : entry;
}

interface JoinedEdit {
  span: [number, number];
  start: number;
  end: number;
}

/** Edits that touch, in the old text and in the new one, are one. */
function joinedEdits(
  marks: readonly [number, number][],
  edits: readonly { start: number; end: number }[],
): JoinedEdit[] {
  const joined: JoinedEdit[] = [];
  edits.forEach(({ start, end }, i) => {
    const span = marks[i]!;
    const last = joined.at(-1);
    if (last && last.end === start && last.span[1] === span[0]) {
      last.end = end;
      last.span[1] = span[1];
    } else joined.push({ span: [...span], start, end });
  });
  return joined;
}
