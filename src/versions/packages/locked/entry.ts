import type { CauseEntry } from "../../../core/finding.ts";
import { broughtByText } from "../../../world/packages/brought-by.ts";
import type { MovedPackage } from "../../../world/packages/managers/manager.ts";
import { upgradeText } from "./locked-context.ts";

/** As in: qs 6.7.0 → 6.14.3, brought by express 4.22.1 (shop › express › qs). `project` is the project's name, if it has one. */
export function entryOf(moved: MovedPackage, project: string | undefined): CauseEntry {
  const { name, old, new: now, requiredBy, broughtBy = [] } = moved;
  const chain = [...(project === undefined ? [] : [project]), ...requiredBy, name].join(" › ");
  return {
    text: `${upgradeText(moved)}${broughtByText(broughtBy)}${requiredBy.length === 0 ? "" : ` (${chain})`}`,
    package: name,
    ...(broughtBy.length === 0 ? {} : { broughtBy }),
    ...(old === undefined ? {} : { old }),
    ...(now === undefined ? {} : { new: now }),
  };
}
