import type { DeltaSet } from "../core/delta-set.ts";
import type { DeltaSearch } from "../core/search.ts";
import { Pieces, type Unit } from "../world/text/pieces.ts";
import { makeChanges, type Pass } from "./pass.ts";

interface PieceOptions extends Partial<Pick<Pass, "name" | "about" | "fine">> {
  /** The search tries no single piece. */
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
    begin: (draft) => {
      const pieces = new Pieces(draft.bytes, unit);
      if (pieces.count === 0) return undefined;
      const make = (some: DeltaSet) => pieces.marks(some).map(([start, end]) => ({ start, end }));
      return makeChanges(draft, name, { count: pieces.count, make }, search);
    },
  };
}
