import type { CauseEntry } from "../../../core/finding.ts";
import type { CauseTransition, ChainLink } from "../finding.ts";
import { isAlikeCause, isSameCause } from "./cause-names.ts";

/**
 * Which transitions lead from each place to the next: those that take its cause, one after the other, to that of the next one.
 * They may be given in any order. Those that fit nowhere are left.
 */
export function transitionsBetween(
  links: readonly ChainLink[],
  transitions: readonly CauseTransition[],
): { readonly between: readonly (readonly CauseTransition[])[]; readonly left: readonly CauseTransition[] } {
  const left = [...transitions];
  const between = links.slice(1).map((next, i) => {
    const { cause } = links[i]!;
    const moves = left.filter(({ from, to }) => isSameCause(from, cause) && isSameCause(to, next.cause));
    // One variable may get other values at several places.
    const moved = left.indexOf(moves.find(({ to }) => isAlikeCause(to, next.cause)) ?? moves[0]!);
    if (moved !== -1) return left.splice(moved, 1);
    const taken: CauseTransition[] = [];
    let at = namesOf(cause);
    while (at !== namesOf(next.cause)) {
      const found = left.findIndex(({ from }) => namesOf(from) === at);
      if (found === -1) break;
      const [transition] = left.splice(found, 1);
      taken.push(transition!);
      at = namesOf(transition!.to);
    }
    return taken;
  });
  return { between, left };
}

function namesOf(cause: readonly CauseEntry[]): string {
  return cause.map(({ variable = "" }) => variable).join(", ");
}
