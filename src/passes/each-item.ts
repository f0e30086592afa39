import { DeltaSet } from "../core/delta-set.ts";
import { ask, type DeltaSearch, done } from "../core/search.ts";
import { TextOutline } from "./outline.ts";
import { overSets, type Pass } from "./pass.ts";
import type { Syntax } from "./syntax.ts";
import { untilUnchanged } from "./until-unchanged.ts";

/**
 * Leaves out each single item, those too that `structure` takes for granted to be needed: the proof that each is. Most
 * of it costs nothing, because `structure` has tested the same texts. It bears that name, since the two belong together.
 */
export function eachItem(syntax: Syntax): Pass {
  return {
    name: "structure",
    about: "leaves out single items of the syntax tree",
    fine: true,
    proves: "parts",
    parts: (draft) => new TextOutline(syntax.tree(draft), draft.bytes).ranges,
    begin: untilUnchanged((draft) => {
      const outline = new TextOutline(syntax.tree(draft), draft.bytes);
      const { all } = outline;
      if (all.isEmpty) return undefined;
      return overSets(draft, "structure", all, oneByOne(outline, all, 0), (left) => outline.leaving(left));
    }),
  };
}

/** From the `next`-th of the items left on. */
function oneByOne(outline: TextOutline, left: DeltaSet, next: number): DeltaSearch {
  const [item] = left.slice(next, next + 1);
  if (item === undefined) return done(left);
  const rest = left.minus(DeltaSet.from([outline.whole(item)]));
  return ask(rest, left, (outcome) =>
    outcome === "fail" ? oneByOne(outline, rest, next) : oneByOne(outline, left, next + 1),
  );
}
