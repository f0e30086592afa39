import { DeltaSet } from "../core/delta-set.ts";
import type { Related } from "../search/auto.ts";
import type { Names } from "./outline.ts";

/**
 * What units need, by the names in them: all that declare such a name, or where nothing seems to, perhaps the first that
 * mentions it; and so on with the names in those.
 */
export function relatedByNames(
  units: readonly (() => Names)[],
  otherwise: "first mention" | "nothing" = "first mention",
): Related {
  let known: { names: Names[]; places: Map<string, number[]> } | undefined;
  return (set) => {
    if (!known) {
      const names = units.map((each) => each());
      known = { names, places: declarations(names, otherwise === "first mention") };
    }
    const found = new Set<number>(set);
    const seen = new Set<string>();
    // Iterating over a Set includes elements that are added meanwhile.
    for (const unit of found) {
      const { used, declared } = known.names[unit]!;
      for (const name of [...used, ...declared]) {
        if (seen.has(name)) continue;
        seen.add(name);
        for (const place of known.places.get(name) ?? []) found.add(place);
      }
    }
    return DeltaSet.from(Array.from(found, (unit) => [unit, unit + 1]));
  };
}

function declarations(units: readonly Names[], mentions: boolean): Map<string, number[]> {
  const places = new Map<string, number[]>();
  units.forEach(({ declared }, unit) => {
    for (const name of declared) {
      const known = places.get(name);
      if (known) known.push(unit);
      else places.set(name, [unit]);
    }
  });
  if (!mentions) return places;
  units.forEach(({ used }, unit) => {
    for (const name of used) if (!places.has(name)) places.set(name, [unit]);
  });
  return places;
}
