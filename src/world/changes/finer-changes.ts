import { DeltaSet } from "../../core/delta-set.ts";
import { detectLanguage } from "../../syntax/detect.ts";
import { type LanguageSyntax, syntaxOf } from "../../syntax/syntax-of.ts";
import { type TextEdit, TextEdits } from "../text/edits.ts";
import { byPlace, finerEdits, type Level } from "./finer-edits.ts";
import type { Change, Changes, FileChanges } from "./version-diff.ts";

/** Some of the changes, and which of them are to be cut again. */
export interface ChangesToCut {
  readonly all: DeltaSet;
  readonly cut: DeltaSet;
}

/** A difference in which some of the changes are cut again. */
export interface FinerChanges {
  readonly changes: Changes;
  /** All of the given changes: the parts of those that were cut, and the others as they were. */
  readonly set: DeltaSet;
}

/** Texts larger than this, in bytes, are not parsed for each change that is cut. */
const maxParsedBytes = 2_000_000;

/** The same difference with the edits of a set cut into smaller ones; undefined where none of them can be. */
export async function finerChanges(
  changes: Changes,
  { all, cut: chosen }: ChangesToCut,
  level: Level,
): Promise<FinerChanges | undefined> {
  const cuts = new Map<number, TextEdits>();
  const before = changes.files();
  for (const file of before) {
    const cut = chosen.intersect(rangeOf(file)).isEmpty ? undefined : await cutFile(file, chosen, level);
    if (cut) cuts.set(file.first, cut);
  }
  if (cuts.size === 0) return undefined;
  const finer = changes.recut(({ first }) => cuts.get(first));
  const parts = finer.files().map((file, i) => {
    const old = before[i]!;
    const cut = cuts.get(old.first);
    const edits = new Map(old.changes.flatMap(({ edit }, n) => (edit ? [[edit, old.first + n] as const] : [])));
    return file.changes.flatMap(({ edit }, n) => {
      // What is not an edit (a mode, a name) stands before the edits, and is as it was.
      const was = cut && edit ? edits.get(edit) : old.first + n;
      return was === undefined || all.has(was) ? [file.first + n] : [];
    });
  });
  return { changes: finer, set: DeltaSet.from(parts.flat().map((n) => [n, n + 1])) };
}

function rangeOf({ first, changes }: FileChanges): DeltaSet {
  return DeltaSet.range(first, first + changes.length);
}

/** All edits of a file, those of the set cut. The others are the same objects as before. */
async function cutFile(file: FileChanges, set: DeltaSet, level: Level): Promise<TextEdits | undefined> {
  const edited = file.changes.flatMap(({ edit }, i) => (edit ? [{ edit, cut: set.has(file.first + i) }] : []));
  const edits = edited.flatMap(({ edit, cut }) => (cut ? [edit] : []));
  if (edits.length === 0) return undefined;
  const others = edited.flatMap(({ edit, cut }) => (cut ? [] : [edit]));
  const base = file.changes[0]!.item!.old!.bytes();
  const syntax = level === "lines" ? undefined : await syntaxFor(file.changes[0]!, base, edits);
  const finer = finerEdits({ base, edits, others, syntax }, level);
  if (finer.length <= edits.length) return undefined;
  const all = [...others, ...finer].sort(byPlace);
  return new TextEdits(base, all);
}

/** The syntax of a file, if its texts with and without the edits are well-formed. */
async function syntaxFor(
  { newPath }: Change,
  base: Uint8Array,
  edits: readonly TextEdit[],
): Promise<LanguageSyntax | undefined> {
  if (base.length > maxParsedBytes) return undefined;
  const whole = new TextEdits(base, edits);
  const text = whole.compose(whole.all);
  const language = detectLanguage(newPath!, text);
  if (language === "text" || text.length > maxParsedBytes) return undefined;
  const syntax = await syntaxOf(language);
  const isFine = syntax.isWellFormed ?? (() => true);
  return isFine(base) && isFine(text) ? syntax : undefined;
}
