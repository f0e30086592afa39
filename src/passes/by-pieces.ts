import type { DeltaSet } from "../core/delta-set.ts";
import type { DeltaSearch, Search } from "../core/search.ts";
import { Pieces, type Unit } from "../world/text/pieces.ts";
import type { Draft } from "./draft.ts";
import { makeChanges, type Pass } from "./pass.ts";
import { untilUnchanged } from "./until-unchanged.ts";

interface PieceOptions extends Partial<Pick<Pass, "name" | "about" | "fine">> {
  /** The search does not try every single piece of what is left. */
  readonly proves?: false;
}

/** Leaves out lines, tokens, characters or bytes, wherever they stand. */
export function byPieces(unit: Unit, search: (all: DeltaSet) => DeltaSearch, manner: PieceOptions = {}): Pass {
  const { name = unit, about = `leaves out ${unit}`, fine, proves = unit } = manner;
  return {
    name,
    about,
    ...(fine ? { fine } : {}),
    ...(proves ? { proves } : {}),
    // Tokens that become neighbours may be another token.
    begin: proves === "tokens" ? untilUnchanged(leaveOut) : leaveOut,
  };

  function leaveOut(draft: Draft): Search<Draft, Draft> | undefined {
    const pieces = new Pieces(draft.bytes, unit);
    if (pieces.count === 0) return undefined;
    const make = (some: DeltaSet) => pieces.marks(some).map(([start, end]) => ({ start, end }));
    return makeChanges(draft, name, { count: pieces.count, make }, search);
  }
}
