import { DeltaSet } from "../core/delta-set.ts";
import { ask, type DeltaSearch, done, type Search } from "../core/search.ts";
import type { Unit } from "../world/text/pieces.ts";
import type { Draft, Replacement } from "./draft.ts";
import { overDrafts } from "./over-drafts.ts";

/** A way to make a failing text or folder smaller. */
export interface Pass<D = Draft> {
  readonly name: string;
  readonly about: string;
  /** It needs at least one test for each small piece of the text, so it comes when the text is short. */
  readonly fine?: true;
  /** The pieces of which no single one can be left out when this pass finds nothing. */
  readonly proves?: Proof;
  /** The parts it finds in a text, as ranges of bytes. */
  readonly parts?: (draft: D) => readonly (readonly [start: number, end: number])[];
  /** Whether what it works on is gone. */
  readonly isMoot?: (draft: D) => boolean;
  /** The search for what can be done in this way; undefined if there is nothing to try. */
  readonly begin: (draft: D) => Search<D, D> | undefined;
}

/** Pieces of a text, the items of its structure, or files of a folder. */
export type Proof = Unit | "parts" | "files";

const finestFirst: readonly Proof[] = ["bytes", "characters", "tokens", "parts", "lines", "files"];

/** The finest pieces of which no single one can be left out when none of these passes finds anything more. */
export function proofOf(passes: readonly Pick<Pass, "proves">[]): Proof | undefined {
  return finestFirst.find((proof) => passes.some(({ proves }) => proves === proof));
}

/** Independent changes to a text: a set of deltas is the text in which these are *not* made. */
export interface TextChanges {
  readonly count: number;
  /** What makes some of the changes, in order and without overlap. */
  readonly make: (some: DeltaSet) => readonly Replacement[];
}

/** Makes as many changes as the failure allows. */
export function makeChanges(
  draft: Draft,
  pass: string,
  { count, make }: TextChanges,
  search: (all: DeltaSet) => DeltaSearch,
): Search<Draft, Draft> {
  const all = DeltaSet.range(0, count);
  return overSets(draft, pass, all, noneFirst(search)(all), (left) => make(all.minus(left)));
}

/** A search over the sets of what is left, as one over texts. Equal sets are one draft. */
export function overSets(
  draft: Draft,
  pass: string,
  all: DeltaSet,
  search: DeltaSearch,
  leaving: (left: DeltaSet) => readonly Replacement[],
): Search<Draft, Draft> {
  return overDrafts(search, (left) =>
    left.equals(all) ? draft : draft.with({ pass, left: left.toString(shownRanges) }, left.key, () => leaving(left)),
  );
}

const shownRanges = 8;

/** First tries to leave out everything, which searches assume to be impossible. */
export function noneFirst(search: (all: DeltaSet) => DeltaSearch): (all: DeltaSet) => DeltaSearch {
  return (all) => ask(DeltaSet.empty, all, (outcome) => (outcome === "fail" ? done(DeltaSet.empty) : search(all)));
}

/** Changes that are each a list of replacements, in order. */
export function textChanges(each: readonly (readonly Replacement[])[]): TextChanges {
  const make = (some: DeltaSet) => Array.from(some, (n) => each[n]!).flat();
  return { count: each.length, make: (some) => make(some).sort((a, b) => a.start - b.start) };
}
