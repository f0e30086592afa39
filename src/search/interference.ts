import { DeltaSet } from "../core/delta-set.ts";
import { andThen, ask, type DeltaSearch, done } from "../core/search.ts";
import { auto } from "./auto.ts";

/** What DD(P, C) claims, and the smallest set found to fail on the way. */
interface Claim {
  readonly cause: DeltaSet;
  readonly failing: DeltaSet;
}

/**
 * The recursive DD(P, C) with its case of interference (Zeller 1999): finds the part of `suspects` that, together with
 * the deltas `present`, fails. Right where the world is monotone, unambiguous and consistent; elsewhere its result may
 * not even fail, which is why `interference` checks it. `failing` is known to fail.
 */
export function unchecked(present: DeltaSet, suspects: DeltaSet, failing: DeltaSet): DeltaSearch<Claim> {
  const soFar = { cause: suspects, failing };
  if (suspects.size < 2) return done(soFar);
  const left = suspects.part(0, 2);
  const right = suspects.part(1, 2);
  const withLeft = present.union(left);
  const withRight = present.union(right);
  return ask(withLeft, soFar, (outcome) => {
    if (outcome === "fail") return unchecked(present, left, smaller(withLeft, failing));
    return ask(withRight, soFar, (second) => {
      if (second === "fail") return unchecked(present, right, smaller(withRight, failing));
      return andThen(unchecked(withRight, left, failing), (first) =>
        andThen(unchecked(withLeft, right, first.failing), (second) =>
          done({ cause: first.cause.union(second.cause), failing: second.failing }),
        ),
      );
    });
  });
}

/** DD(∅, C), then the check that its result fails; where it does not, `auto` takes over. 1-minimal either way. */
export function interference(all: DeltaSet): DeltaSearch {
  return andThen(
    unchecked(DeltaSet.empty, all, all),
    ({ cause, failing }) =>
      ask(cause, failing, (outcome) => auto(outcome === "fail" ? smaller(cause, failing) : failing)),
    ({ failing }) => failing,
  );
}

function smaller(a: DeltaSet, b: DeltaSet): DeltaSet {
  return a.size < b.size ? a : b;
}
