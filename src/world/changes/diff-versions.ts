import { detectLanguage } from "../../syntax/detect.ts";
import { type LanguageSyntax, syntaxOf } from "../../syntax/syntax-of.ts";
import { inWholeItems } from "../syntax-edits/whole-items.ts";
import type { Version } from "../tree/version.ts";
import { type Change, Changes } from "./version-diff.ts";

/** Texts larger than this are not parsed: they would take longer than some tests. */
export const maxParsedBytes = 4_000_000;

/** The changes between two versions; in files of languages that are known, each of whole statements, members, arguments. */
export async function changesBetween(
  old: Version,
  now: Version,
  isPinned: (path: string) => boolean = () => false,
): Promise<Changes> {
  const plain = Changes.between(old, now, isPinned);
  const syntaxes = new Map<string, LanguageSyntax>();
  for (const { changes } of plain.files()) {
    const [{ newPath, item }] = changes as [Change];
    const text = item?.new?.bytes();
    if (changes.length < 2 || newPath === undefined || !text || text.length > maxParsedBytes) continue;
    const syntax = await syntaxOf(detectLanguage(newPath, text));
    if (syntax?.isWellFormed?.(text) && syntax.isWellFormed(item!.old!.bytes())) syntaxes.set(newPath, syntax);
  }
  return Changes.between(old, now, isPinned, (path, edits, text) => {
    const syntax = syntaxes.get(path);
    return syntax ? inWholeItems(edits, syntax.parse(edits.base), syntax.parse(text), text) : edits;
  });
}
