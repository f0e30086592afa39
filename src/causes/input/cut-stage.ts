import type { DeltaSet } from "../../core/delta-set.ts";
import type { DeltaSearch } from "../../core/search.ts";
import { Draft } from "../../passes/draft.ts";
import { stageOf } from "../../run/stage/stage.ts";
import type { FoundSets } from "../../search/assumptions.ts";
import { causes } from "../../search/causes.ts";
import type { SearchDescription } from "../../search/described.ts";
import { causeIn, searchFor, searchNameFor, setSizes } from "../../search/goal.ts";
import { skipping } from "../../search/skipping.ts";
import { Pieces, type Unit } from "../../world/text/pieces.ts";
import { editsBetween, refine } from "../../world/text/text-edits.ts";
import { fileBytes, sizeOf } from "./content.ts";
import { inputWorld } from "./input-world.ts";
import type { Narrowed, Narrowing } from "./narrowing.ts";
import { type Cut, cutOf, type StructureCut } from "./structure.ts";

export interface CutChoice {
  readonly by: Unit | StructureCut;
  readonly name: string;
  /** How many causes to look for. */
  readonly causes: number;
  /** A text that is not well-formed counts as unresolved without a test. */
  readonly isWellFormed?: ((bytes: Uint8Array) => boolean) | undefined;
}

/** The stage that cuts a cause into deltas and searches them. Each result has a failing set, and a passing one if a pair is sought. */
export function cutStage(narrowing: Narrowing, cause: Narrowed, choice: CutChoice) {
  const { setting, request } = narrowing;
  const { name } = choice;
  const cut = cutCause(narrowing, cause, choice.by);
  const { unit } = cut;
  const total = cut.all.size;
  const stage = stageOf({
    name,
    search: searchCut(narrowing, cut, choice),
    total,
    world: (set: DeltaSet) => inputWorld(setting, cut.compose(set)),
    start: request.goal === "simplify" ? { failing: total } : { failing: total, passing: 0 },
    sizes: (found: readonly FoundSets[]) => setSizes(found.at(-1)!),
    logging: {
      search: isDescribed(cut, choice) ? describe(narrowing, cut, choice) : undefined,
      start: fileBytes(narrowing.failing),
      text: cut.compose,
    },
  });
  const narrowed = (found: readonly FoundSets[]) => found.map((sets) => narrowTo(cause, cut, sets));
  return { ...stage, unit, name, searchName: searchNameFor(request.goal, request.search), narrowed };
}

/** Whether the questions follow from the answers alone: neither the structure nor a parser decides what is asked. */
function isDescribed({ bytes }: StageCut, { by, isWellFormed }: CutChoice): boolean {
  return typeof by === "string" && !skips(isWellFormed, { by, bytes });
}

function describe({ request }: Narrowing, { all }: StageCut, { causes }: CutChoice): SearchDescription {
  return { goal: request.goal, name: request.search, causes, total: all.size };
}

interface StageCut extends Cut {
  readonly unit: Unit | StructureCut["unit"];
  /** The size of the failing text, in bytes. */
  readonly bytes: number;
  /** Where the deltas are pieces of the failing text: the bytes that a set takes up in it. */
  readonly marks?: Pieces["marks"];
}

function cutCause({ passing }: Narrowing, { failing, edits }: Narrowed, by: Unit | StructureCut): StageCut {
  const bytes = sizeOf(failing);
  if (typeof by !== "string") return { ...by, bytes };
  if (edits) return { ...cutOf(refine(edits, by)), unit: by, bytes };
  if (passing) return { ...cutOf(editsBetween(passing, fileBytes(failing), by)), unit: by, bytes };
  const pieces = new Pieces(fileBytes(failing), by);
  return { ...cutOf(pieces), unit: by, bytes, marks: (set) => pieces.marks(set) };
}

/** Candidates cut by structure are nearly always well-formed: larger texts, in bytes, are not worth checking. */
const maxCheckedSize = 100_000;

/** The bytes of ill-formed candidates that a stage may parse: a few seconds' work. */
const maxParsedBytes = 20_000_000;

function searchCut({ request }: Narrowing, { all, compose, bytes }: StageCut, choice: CutChoice) {
  const { by, isWellFormed } = choice;
  const structure = typeof by === "string" ? undefined : by;
  const search: DeltaSearch<FoundSets[]> = causes(all, {
    search: structure?.search ?? searchFor(request.goal, request.search),
    causeOf: causeIn,
    count: choice.causes,
  });
  if (!isWellFormed || !skips(isWellFormed, { by, bytes })) return search;
  const answerWithoutTest = (set: DeltaSet) => (isWellFormed(compose(set)) ? undefined : ("unresolved" as const));
  return skipping(search, answerWithoutTest, Math.ceil(maxParsedBytes / (bytes + 1)));
}

/** Whether texts that are not well-formed are left out of the search. */
function skips(
  isWellFormed: CutChoice["isWellFormed"],
  { by, bytes }: Pick<CutChoice, "by"> & Pick<StageCut, "bytes">,
): boolean {
  return isWellFormed !== undefined && (typeof by === "string" || bytes <= maxCheckedSize);
}

function narrowTo(cause: Narrowed, cut: StageCut, { failing, passing }: FoundSets): Narrowed {
  const { all, compose, between, unit, marks } = cut;
  const deltas = { total: all.size, cause: failing.size - (passing?.size ?? 0) };
  if (passing)
    return { failing: compose(failing), passing: compose(passing), edits: between(passing, failing), unit, deltas };
  const removed = () => marks!(all.minus(failing)).map(([start, end]) => ({ start, end }));
  const whole = Draft.of(fileBytes(cause.failing), cause.sources!());
  const left = whole.with({ pass: unit, left: "" }, failing.key, removed);
  return { failing: left.bytes, sources: () => left.sources(), unit, deltas };
}
