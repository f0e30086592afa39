import { DeltaSet } from "../../core/delta-set.ts";
import { type DeltaSearch, on } from "../../core/search.ts";
import { TextOutline } from "../../passes/outline.ts";
import type { FoundSets } from "../../search/assumptions.ts";
import { isolateFromNothing } from "../../search/dd.ts";
import { isolateInward, largestInward, type Nesting } from "../../search/inward.ts";
import { detectLanguage } from "../../syntax/detect.ts";
import type { Node } from "../../syntax/node.ts";
import { type LanguageSyntax, syntaxOf } from "../../syntax/syntax-of.ts";
import { Parsed } from "../../world/syntax-edits/matching-children.ts";
import { treeEdits } from "../../world/syntax-edits/tree-edits.ts";
import { TextEdits } from "../../world/text/edits.ts";
import { Pieces } from "../../world/text/pieces.ts";
import { isText } from "../../world/text/text.ts";
import type { InputRequest } from "./request.ts";

/** A difference cut into deltas. */
export interface Cut {
  readonly all: DeltaSet;
  readonly compose: (set: DeltaSet) => Uint8Array;
  readonly between: (passing: DeltaSet, failing: DeltaSet) => TextEdits;
}

/** A difference cut by the grammar of its texts, and the search for the cause in it. */
export interface StructureCut extends Cut {
  readonly name: string;
  /** What the deltas are. */
  readonly unit: "edits" | "items";
  readonly search: (all: DeltaSet) => DeltaSearch<FoundSets>;
}

/** What is known of the structure of a difference. */
export interface Structure {
  readonly cut: StructureCut;
  /** Cuts what the edits insert into the items inside it. */
  readonly inside: (edits: TextEdits) => StructureCut | undefined;
  /** Known where both ends are well-formed: then only well-formed candidates are tested. */
  readonly isWellFormed?: ((bytes: Uint8Array) => boolean) | undefined;
}

/** Larger texts, in bytes, take too long to parse: they are cut into lines. */
const maxParsedSize = 2_000_000;

interface EndTexts {
  readonly failing: Uint8Array;
  readonly passing: Uint8Array | undefined;
}

/** The structure of a difference; undefined where the language is not known, or the grammar lets nothing be left out. */
export async function structureOf(request: InputRequest, ends: EndTexts): Promise<Structure | undefined> {
  if (request.goal === "simplify" || request.by !== "auto") return undefined;
  const { failing, passing } = ends;
  const texts = passing ? [passing, failing] : [failing];
  if (texts.some((bytes) => bytes.length > maxParsedSize || !isText(bytes))) return undefined;
  const language = request.language ?? detectLanguage(request.failing, failing);
  if (language === "text") return undefined;
  const syntax = await syntaxOf(language);
  const cut = passing ? editCut(syntax, passing, failing) : itemCut(syntax, failing, request.goal);
  const { isWellFormed } = syntax;
  return (
    cut && {
      cut,
      inside: (edits) => (passing ? insideCut(syntax, edits) : undefined),
      isWellFormed: isWellFormed && texts.every(isWellFormed) ? isWellFormed : undefined,
    }
  );
}

/** The difference between two texts, as edits of the tree. */
function editCut({ parse }: LanguageSyntax, from: Uint8Array, to: Uint8Array): StructureCut | undefined {
  const edits = treeEdits(new Parsed(from, parse(from)), new Parsed(to, parse(to)));
  return edits && { ...cutOf(edits), name: "structure", unit: "edits", search: isolateFromNothing };
}

/** The cut that edits, or pieces of one text, make. */
export function cutOf(deltas: TextEdits | Pieces): Cut {
  return {
    all: deltas.all,
    compose: (set) => deltas.compose(set),
    between: (passing, failing) => deltas.between(passing, failing),
  };
}

/** The difference between the empty text and this one, as the items of this one. */
function itemCut({ parse }: LanguageSyntax, bytes: Uint8Array, goal: InputRequest["goal"]): StructureCut | undefined {
  const { all, nesting, compose, between } = itemsOf(bytes, parse(bytes));
  if (all.size < 2) return undefined;
  const largest = (all: DeltaSet) =>
    on(largestInward(nesting, all), {
      question: (set) => set,
      result: (passing) => ({ passing, failing: all, largest: true as const }),
    });
  const inward = (all: DeltaSet) => isolateInward(nesting, all);
  return { all, compose, between, name: "structure", unit: "items", search: goal === "isolate" ? inward : largest };
}

/** The items inside what edits insert; undefined where they replace something, or where without those items it is not the passing text. */
function insideCut({ parse }: LanguageSyntax, edits: TextEdits): StructureCut | undefined {
  if (edits.edits.some(({ start, end }) => end > start)) return undefined;
  const failing = edits.compose(edits.all);
  const items = itemsOf(failing, parse(failing));
  const spans = insertions(edits);
  const inside = items.within(spans);
  const rest = items.all.minus(inside);
  if (inside.size < 2 || Buffer.compare(items.compose(rest), edits.base) !== 0) return undefined;
  const originOf = (place: number) => {
    const span = spans.findLast(({ start }) => start <= place);
    return span ? span.origin + place - span.start : place;
  };
  return {
    all: inside,
    compose: (set) => items.compose(rest.union(set)),
    between: (passing, failing) => {
      const { base, edits } = items.between(rest.union(passing), rest.union(failing));
      return new TextEdits(
        base,
        edits.map((edit) => ({ ...edit, origin: originOf(edit.origin) })),
      );
    },
    name: "inner structure",
    unit: "items",
    search: (all) => isolateInward(items.nesting, all),
  };
}

/** The ranges that edits insert, in the text that they lead to. */
function insertions({ edits }: TextEdits) {
  let shift = 0;
  return edits.map(({ start, text, origin }) => {
    const at = start + shift;
    shift += text.length;
    return { start: at, end: at + text.length, origin };
  });
}

/** The items of a text as deltas. The whole text is the outermost item, so the empty set is the empty text. */
function itemsOf(bytes: Uint8Array, tree: Node) {
  const outline = new TextOutline({ ...tree, children: [{ ...tree, role: "item" }] }, bytes);
  const pieces = new Pieces(bytes, "bytes");
  const kept = (set: DeltaSet) =>
    pieces.all.minus(DeltaSet.from(outline.leaving(set).map(({ start, end }) => [start, end])));
  const nesting: Nesting = { outermost: (set) => outline.outermost(set, 0), whole: (item) => outline.whole(item) };
  return {
    all: outline.all,
    nesting,
    compose: (set: DeltaSet) => pieces.compose(kept(set)),
    between: (passing: DeltaSet, failing: DeltaSet) => pieces.between(kept(passing), kept(failing)),
    within: (spans: readonly { start: number; end: number }[]) => outline.within(spans),
  };
}
