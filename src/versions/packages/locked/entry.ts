import type { CauseEntry } from "../../../core/finding.ts";
import type { MovedPackage } from "../../../world/packages/managers/manager.ts";
import { upgradeText } from "./locked-context.ts";

/** As in: qs 6.7.0 → 6.14.3 (brought by express). */
export function entryOf(moved: MovedPackage): CauseEntry {
  const { name, old, new: now, requiredBy } = moved;
  const by = requiredBy.length === 0 ? "" : ` (brought by ${requiredBy.join(" › ")})`;
  return {
    text: `${upgradeText(moved)}${by}`,
    package: name,
    ...(old === undefined ? {} : { old }),
    ...(now === undefined ? {} : { new: now }),
  };
}
