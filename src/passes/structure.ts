import { DeltaSet } from "../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, done, on } from "../core/search.ts";
import { roughly } from "../search/auto.ts";
import { Outline } from "./outline.ts";
import { noneFirst, overSets, type Pass } from "./pass.ts";
import { relatedByNames } from "./related.ts";
import type { Syntax } from "./syntax.ts";

/** Leaves out what the grammar lets go, level by level from the outside in: functions, statements, their parts. */
export function structure(syntax: Syntax): Pass {
  return {
    name: "structure",
    about: "leaves out items of the syntax tree",
    count: (draft) => new Outline(syntax.tree(draft), draft.bytes).all.size,
    begin: (draft) => {
      const outline = new Outline(syntax.tree(draft), draft.bytes);
      const { all } = outline;
      if (all.isEmpty) return undefined;
      return overSets(
        draft,
        "structure",
        all,
        bySize(outline, { left: all, tried: DeltaSet.empty, least: draft.size / step }),
        (left) => outline.leaving(left),
      );
    },
  };
}

/** Items this many times smaller than the ones before are next. */
const step = 4;

interface Progress {
  readonly left: DeltaSet;
  /** Items that were found to stay, or at least not to go. */
  readonly tried: DeltaSet;
  /** Smaller items are not looked at yet. */
  readonly least: number;
}

function bySize(outline: Outline, progress: Progress): DeltaSearch {
  const { left, tried, least } = progress;
  const items = outline.outermost(left.minus(tried), least);
  if (items.length === 0) return least > 1 ? bySize(outline, { ...progress, least: least / step }) : done(left);
  const units = DeltaSet.range(0, items.length);
  const without = (kept: DeltaSet) => {
    if (kept === units) return left;
    return left.minus(DeltaSet.from(Array.from(units.minus(kept), (unit) => outline.whole(items[unit]!))));
  };
  const related = relatedByNames(items.map((item) => () => outline.names(item)));
  const search = noneFirst((all) => roughly(all, related));
  const round = on(search(units), { question: without, result: without });
  return andThen(round, (fewer) => {
    const now = tried.union(DeltaSet.of(...items));
    return andThen(guess(outline, fewer, now), (left) => bySize(outline, { left, tried: now, least }));
  });
}

/** Tries to leave out all that what has been tried and stays does not seem to need. */
function guess(outline: Outline, left: DeltaSet, tried: DeltaSet): DeltaSearch {
  const items = outline.level(0, left);
  const stay = items.flatMap((item, unit) => (tried.has(item) ? [unit] : []));
  if (stay.length === 0 || stay.length === items.length) return done(left);
  const related = relatedByNames(items.map((item) => () => outline.names(item)));
  const needed = related(DeltaSet.of(...stay));
  if (2 * needed.size > items.length) return done(left);
  const rest = left.intersect(DeltaSet.from(Array.from(needed, (unit) => outline.whole(items[unit]!))));
  return ask(rest, left, (outcome) => done(outcome === "fail" ? rest : left));
}
