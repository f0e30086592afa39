import { DeltaSet } from "../../../../../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, done, on, type Search } from "../../../../../core/search.ts";
import { overDrafts } from "../../../../../passes/over-drafts.ts";
import { noneFirst, type Pass } from "../../../../../passes/pass.ts";
import { untilUnchanged } from "../../../../../passes/until-unchanged.ts";
import { roughly } from "../../../../../search/auto.ts";
import { boundary } from "../../../../../search/boundary.ts";
import { gradually } from "../../../../../search/gradually.ts";
import { ValueDraft } from "./value-draft.ts";
import { isContainer, membersOf, type ValueOutline } from "./value-outline.ts";

type ValuePass = Pass<ValueDraft>;
type ValueSearch = Search<ValueDraft, ValueDraft>;

/** Leaves out items and properties, level by level from the outside in. */
const levels: ValuePass = {
  name: "levels",
  about: "leaves out items of lists and properties of objects",
  begin: (draft) => overMembers(draft, (outline) => fromLevel(outline, outline.all, 0)),
};

/** Leaves out each single item and property: the proof that each is needed. */
const eachMember: ValuePass = {
  name: "members",
  about: "leaves out single items and properties",
  fine: true,
  proves: "parts",
  begin: untilUnchanged((draft) => overMembers(draft, (outline) => oneByOne(outline, outline.all, 0))),
};

/** Puts a part in the place of the list or object around it, where both are of the same kind. */
const inside: ValuePass = {
  name: "inside",
  about: "puts a part of a list or object in its place",
  begin: (draft) => hoistFrom(draft, -1),
};

/** Leaves out characters of strings. */
const characters: ValuePass = {
  name: "characters",
  about: "leaves out characters of strings",
  fine: true,
  proves: "characters",
  begin: untilUnchanged((draft) =>
    eachLeaf(draft, -1, (leaf) => (typeof leaf === "string" ? shorterString(leaf) : undefined)),
  ),
};

/** Puts numbers nearer to 0. */
const smallerNumbers: ValuePass = {
  name: "numbers",
  about: "puts numbers nearer to 0",
  fine: true,
  begin: (draft) => eachLeaf(draft, -1, (leaf) => (typeof leaf === "number" ? smallerNumber(leaf) : undefined)),
};

/** The passes for a value, the coarsest first. */
export const valuePasses: readonly ValuePass[] = [levels, inside, eachMember, characters, smallerNumbers];

function overMembers(draft: ValueDraft, search: (outline: ValueOutline) => DeltaSearch): ValueSearch | undefined {
  const { outline } = draft;
  const { all } = outline;
  if (all.isEmpty) return undefined;
  return overDrafts(search(outline), (left) =>
    left.equals(all) ? draft : new ValueDraft(() => outline.keeping(left)),
  );
}

function fromLevel(outline: ValueOutline, left: DeltaSet, depth: number): DeltaSearch {
  const members = outline.level(depth, left);
  if (members.length === 0) return done(left);
  const units = DeltaSet.range(0, members.length);
  const keeping = (kept: DeltaSet) =>
    left.minus(DeltaSet.from(Array.from(units.minus(kept), (unit) => outline.whole(members[unit]!))));
  const search = noneFirst((all) => gradually(all, roughly))(units);
  return andThen(on(search, { question: keeping, result: keeping }), (fewer) => fromLevel(outline, fewer, depth + 1));
}

/** From the `next`-th of the members left on. */
function oneByOne(outline: ValueOutline, left: DeltaSet, next: number): DeltaSearch {
  const [member] = left.slice(next, next + 1);
  if (member === undefined) return done(left);
  const rest = left.minus(DeltaSet.from([outline.whole(member)]));
  return ask(rest, left, (outcome) =>
    outcome === "fail" ? oneByOne(outline, rest, next) : oneByOne(outline, left, next + 1),
  );
}

/** Maximum number of parts tried in the place of one list or object. */
const maxParts = 6;

/** Invariant: nothing before the member `n` is to be replaced; -1 is the value as a whole. */
function hoistFrom(draft: ValueDraft, n: number): ValueSearch {
  const { outline } = draft;
  for (let m = n; m < outline.members.length; m++) {
    const around = memberAt(outline, m);
    const parts = membersOf(around)
      .map(({ value }) => value)
      .filter((part) => isContainer(part) && Array.isArray(part) === Array.isArray(around))
      .slice(0, maxParts);
    if (parts.length > 0) return tryParts(draft, m, parts);
  }
  return done(draft);
}

function tryParts(draft: ValueDraft, n: number, [part, ...others]: readonly unknown[]): ValueSearch {
  if (part === undefined) return hoistFrom(draft, n + 1);
  const hoisted = new ValueDraft(() => draft.outline.replacing(n, part));
  return ask(hoisted, draft, (outcome) => (outcome === "fail" ? hoistFrom(hoisted, n) : tryParts(draft, n, others)));
}

function memberAt({ members, value }: ValueOutline, n: number): unknown {
  return n === -1 ? value : members[n];
}

/** Makes one leaf after the other smaller, from the member `n` on. A leaf has no members, so the numbers stay the same. */
function eachLeaf<L>(draft: ValueDraft, n: number, smaller: (leaf: unknown) => Search<L, L> | undefined): ValueSearch {
  const { outline } = draft;
  for (let m = n; m < outline.members.length; m++) {
    const leaf = memberAt(outline, m);
    const search = smaller(leaf);
    if (!search) continue;
    const make = (other: L) => (other === leaf ? draft : new ValueDraft(() => outline.replacing(m, other)));
    return andThen(on(search, { question: make, result: make }), (next) => eachLeaf(next, m + 1, smaller));
  }
  return done(draft);
}

function shorterString(text: string): Search<string, string> | undefined {
  if (text === "") return undefined;
  const pieces = Array.from(text);
  const all = DeltaSet.range(0, pieces.length);
  const compose = (set: DeltaSet) => Array.from(set, (n) => pieces[n]).join("");
  return on(noneFirst(gradually)(all), { question: compose, result: compose });
}

function smallerNumber(number: number): Search<number, number> | undefined {
  if (number === 0 || !Number.isFinite(number)) return undefined;
  const whole = Math.trunc(number);
  return firstFailing([0, whole, whole - Math.sign(whole)], number, (smaller) =>
    smaller === 0 || smaller === number || !Number.isSafeInteger(smaller) ? done(smaller) : nearestToZero(smaller),
  );
}

/** The first of some numbers that fails, handed on to `next`; the number itself if none does. */
function firstFailing(
  [candidate, ...others]: readonly number[],
  number: number,
  next: (failing: number) => Search<number, number>,
): Search<number, number> {
  if (candidate === undefined) return next(number);
  if (candidate === number) return firstFailing(others, number, next);
  return ask(candidate, number, (outcome) =>
    outcome === "fail" ? next(candidate) : firstFailing(others, number, next),
  );
}

/** Halves the distance to 0, which does not fail, as far as the number fails. */
function nearestToZero(number: number): Search<number, number> {
  const search = boundary({ passing: 0, failing: number }, { unresolved: "not-failing" });
  return on(search, { question: (middle) => middle, result: ({ failing }) => failing });
}
