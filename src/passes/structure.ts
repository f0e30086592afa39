import { DeltaSet } from "../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, done, on } from "../core/search.ts";
import { roughly } from "../search/auto.ts";
import { gradually } from "../search/gradually.ts";
import { TextOutline } from "./outline.ts";
import { noneFirst, overSets, type Pass } from "./pass.ts";
import { relatedByNames } from "./related.ts";
import { slice } from "./slice.ts";
import type { Syntax } from "./syntax.ts";

/** Leaves out what the grammar lets go, level by level from the outside in: functions, statements, their parts. */
export function structure(syntax: Syntax): Pass {
  return {
    name: "structure",
    about: "leaves out items of the syntax tree",
    begin: (draft) => {
      const outline = new TextOutline(syntax.tree(draft), draft.bytes);
      const { all } = outline;
      if (all.isEmpty) return undefined;
      return overSets(draft, "structure", all, itemsBySize(outline), (left) => outline.leaving(left));
    },
  };
}

/** Leaves out items, the large ones first, and whatever those that stay do not seem to need. */
function itemsBySize(outline: TextOutline): DeltaSearch {
  const minSize = outline.sizeOfText(outline.all) / (sizeStep * sizeStep);
  return bySize(outline, { left: outline.all, tried: DeltaSet.empty, minSize });
}

/** Items this many times smaller than the ones before are next. */
const sizeStep = 4;

interface Progress {
  readonly left: DeltaSet;
  /** Items that were found to stay, or are not tried here. */
  readonly tried: DeltaSet;
  /** Smaller items are not tried yet. */
  readonly minSize: number;
}

/** Items with a larger share of the text are unlikely to go: they are left to `eachItem`. */
const largeShare = 0.5;

function bySize(outline: TextOutline, before: Progress): DeltaSearch {
  const { left } = before;
  const large = outline.largerThan(largeShare * outline.sizeOfText(left), left.minus(before.tried));
  const tried = before.tried.union(setOf(large));
  let { minSize } = before;
  let items = outline.outermost(left.minus(tried), minSize);
  for (; items.length === 0 && minSize > 1; minSize /= sizeStep)
    items = outline.outermost(left.minus(tried), minSize / sizeStep);
  const progress = { left, tried, minSize };
  if (items.length === 0) return done(left);
  const chain = items.length === 1 ? outline.chain(items[0]!, left) : [];
  if (chain.length >= minLongChain) return halveChain(outline, progress, chain);
  const now = tried.union(setOf(items));
  return andThen(leaveOut(outline, left, items), (fewer) =>
    andThen(guess(outline, fewer, now), (left) => bySize(outline, { ...progress, left, tried: now })),
  );
}

/** Leaves out as many as it can of some items that stand side by side. */
function leaveOut(outline: TextOutline, left: DeltaSet, items: readonly number[]): DeltaSearch {
  const units = DeltaSet.range(0, items.length);
  const without = (kept: DeltaSet) => {
    if (kept === units) return left;
    return left.minus(DeltaSet.from(Array.from(units.minus(kept), (unit) => outline.whole(items[unit]!))));
  };
  const related = relatedByNames(items.map((item) => () => outline.names(item)));
  const some = (all: DeltaSet) => gradually(all, (left) => roughly(left, related));
  const share = outline.sizeOf(items) / outline.sizeOfText(left);
  const search = items.length > 1 && share > largeShare ? some : noneFirst(some);
  return on(search(units), { question: without, result: without });
}

/** Minimum number of items, each the only one inside the one before, that are halved rather than tried one by one. */
const minLongChain = 8;

/** If the item in the middle must stay, so must all those around it. */
function halveChain(outline: TextOutline, progress: Progress, chain: readonly number[]): DeltaSearch {
  const { left, tried } = progress;
  const outer = chain.slice(0, (chain.length >> 1) + 1);
  const rest = left.minus(DeltaSet.from([outline.whole(outer.at(-1)!)]));
  return ask(rest, left, (outcome) =>
    outcome === "fail"
      ? bySize(outline, { ...progress, left: rest })
      : bySize(outline, { ...progress, tried: tried.union(setOf(outer)) }),
  );
}

function setOf(items: readonly number[]): DeltaSet {
  return DeltaSet.from(items.map((item) => [item, item + 1]));
}

/** Tries to leave out everything that the items that stay do not seem to need, if that is much. */
function guess(outline: TextOutline, left: DeltaSet, tried: DeltaSet): DeltaSearch {
  const rest = slice(outline, left, tried);
  if (outline.sizeOfText(rest) > maxShareAfterGuess * outline.sizeOfText(left)) return done(left);
  return ask(rest, left, (outcome) => done(outcome === "fail" ? rest : left));
}

/** Maximum share of the text that a guess may leave, to be worth a test. */
const maxShareAfterGuess = 0.8;
