import { partitionPoint } from "../../core/partition-point.ts";
import type { Pace, Work } from "../../core/work.ts";
import { detectLanguage } from "../../syntax/detect.ts";
import { type LanguageSyntax, syntaxOf } from "../../syntax/syntax-of.ts";
import { Parsed } from "../syntax-edits/matching-children.ts";
import type { ByteSpan } from "../syntax-edits/slide-edits.ts";
import { findTreeEdits } from "../syntax-edits/tree-edits.ts";
import { inWholeItems } from "../syntax-edits/whole-items.ts";
import type { TextEdits } from "../text/edits.ts";
import { hasLongLines } from "../text/pieces.ts";
import { findChangedPlaces } from "../text/text-edits.ts";
import { chainsIn } from "./chains.ts";
import type { EditedFile } from "./comparison.ts";
import { nestedStructure } from "./nested-structure.ts";
import type { CutFile } from "./version-diff.ts";

/** Larger texts are compared by lines alone. */
const maxParsedBytes = 40_000_000;

/** Texts larger than this were hardly written by hand: they are compared by their syntax, where that is known. */
export const maxWrittenBytes = 500_000;

/** How similar children are looked for in large texts, of which there are many. */
const comparingLarge = { maxPairs: 10_000, joinsBlanks: true, looksInside: true };

/** Cuts the difference between two versions of a file into edits. */
export async function cutFile(file: EditedFile, pace: Pace): Promise<CutFile> {
  const { newPath } = file;
  const [old, now] = [file.old.bytes(), file.new.bytes()];
  const size = Math.max(old.length, now.length);
  const syntax = size > maxParsedBytes ? undefined : await syntaxOf(detectLanguage(newPath, now));
  const doing = `comparing ${newPath}`;
  if (syntax?.parseInSteps && size > maxWrittenBytes) {
    const cut = await pace(doing, cutLarge(syntax as Grammatical, old, now));
    if (cut) return cut;
  }
  return pace(doing, cutByLines(size > maxWrittenBytes ? undefined : syntax, old, now));
}

type Grammatical = Required<LanguageSyntax>;

/** By lines, joined so that each edit replaces whole items by whole items, if the grammar makes sense of both texts. */
function* cutByLines(syntax: LanguageSyntax | undefined, old: Uint8Array, now: Uint8Array): Work<CutFile> {
  const edits = yield* findChangedPlaces(old, now);
  if (edits.edits.length < 2 || !syntax?.isWellFormed?.(now) || !syntax.isWellFormed(old)) return { edits };
  yield;
  const tree = syntax.parse(now);
  yield;
  const whole = inWholeItems(edits, syntax.parse(old), tree, now);
  return { edits: whole, structure: { chains: chainsIn(tree, whole.edits) } };
}

/** By its syntax; undefined if the grammar does not make sense of both texts. */
function* cutLarge(syntax: Grammatical, old: Uint8Array, now: Uint8Array): Work<CutFile | undefined> {
  // Where lines are too long to compare, each node is: there are fewer large nodes than short pieces of lines.
  const isCut = !hasLongLines(old) && !hasLongLines(now);
  const changed = isCut ? changedSpans(yield* findChangedPlaces(old, now)) : wholeSpans(old, now);
  const oldTree = yield* syntax.parseInSteps(old, touching(changed.old));
  const newTree = oldTree && (yield* syntax.parseInSteps(now, touching(changed.now)));
  if (!newTree) return undefined;
  yield;
  const from = new Parsed(old, oldTree);
  yield;
  const to = new Parsed(now, newTree);
  const found = yield* findTreeEdits(from, to, comparingLarge);
  return found && { edits: found.edits, structure: nestedStructure(found, syntax.isWellFormed) };
}

interface Spans {
  readonly old: readonly ByteSpan[];
  readonly now: readonly ByteSpan[];
}

function wholeSpans(old: Uint8Array, now: Uint8Array): Spans {
  return { old: [{ start: 0, end: old.length }], now: [{ start: 0, end: now.length }] };
}

/** What the edits replace, and what they put there. */
function changedSpans({ edits }: TextEdits): Spans {
  return {
    old: edits.map(({ start, end }) => ({ start, end })),
    now: edits.map(({ origin, text }) => ({ start: origin, end: origin + text.length })),
  };
}

/** Whether a range touches one of these, which are in order. */
function touching(spans: readonly ByteSpan[]): (start: number, end: number) => boolean {
  return (start, end) => {
    const next = spans[partitionPoint(spans, (span) => span.end < start)];
    return next !== undefined && next.start <= end;
  };
}
