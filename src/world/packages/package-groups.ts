import { DeltaSet } from "../../core/delta-set.ts";
import { type Compatibility, compatibilityOf, withPeersTogether } from "./compatibility.ts";
import type { Upgrades } from "./upgrades.ts";

/** Packages that need each other, such as peers, as one delta each. */
export interface PackageGroups {
  readonly upgrades: Upgrades;
  readonly compatibility: Compatibility;
  /** The packages in some groups. */
  readonly packagesIn: (groups: DeltaSet) => DeltaSet;
}

/** Groups packages by the ranges that they declare. */
export function groupsOf(upgrades: Upgrades): PackageGroups {
  const grouped = withPeersTogether(upgrades);
  const packages = grouped.deltas.map((moves) => DeltaSet.of(...moves.map(({ path }) => upgrades.deltaAt(path)!)));
  return {
    upgrades: grouped,
    compatibility: compatibilityOf(grouped),
    packagesIn: (groups) => DeltaSet.from([...groups].flatMap((group) => [...packages[group]!.ranges()])),
  };
}
