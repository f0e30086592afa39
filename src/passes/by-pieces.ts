import type { DeltaSet } from "../core/delta-set.ts";
import type { DeltaSearch } from "../core/search.ts";
import { Pieces, type Unit } from "../world/pieces.ts";
import { making, type Pass } from "./pass.ts";

/** Leaves out lines, tokens, characters or bytes, wherever they stand. */
export function byPieces(unit: Unit, search: (all: DeltaSet) => DeltaSearch, manner: Partial<Pass> = {}): Pass {
  const { name = unit, about = `leaves out ${unit}` } = manner;
  return {
    name,
    about,
    ...(manner.fine ? { fine: true } : {}),
    begin: (draft) => {
      const pieces = new Pieces(draft.bytes, unit);
      if (pieces.count < 2) return undefined;
      const make = (some: DeltaSet) => pieces.marks(some).map(([start, end]) => ({ start, end }));
      return making(draft, name, { count: pieces.count, make }, search);
    },
  };
}
