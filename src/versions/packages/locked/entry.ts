import type { CauseEntry } from "../../../core/finding.ts";
import { listText } from "../../../core/list-text.ts";
import type { MovedPackage } from "../../../world/packages/managers/manager.ts";
import { upgradeText } from "./locked-context.ts";

/** Maximum number of packages that are named as having brought another. */
const maxBringers = 3;

/** As in: qs 6.7.0 → 6.14.3, brought by express 4.22.1 (shop › express › qs). `project` is the project's name, if it has one. */
export function entryOf(moved: MovedPackage, project: string | undefined): CauseEntry {
  const { name, old, new: now, requiredBy, broughtBy = [] } = moved;
  const brought = broughtBy.length === 0 ? "" : `, brought by ${listText(broughtBy, { max: maxBringers })}`;
  const chain = [...(project === undefined ? [] : [project]), ...requiredBy, name].join(" › ");
  return {
    text: `${upgradeText(moved)}${brought}${requiredBy.length === 0 ? "" : ` (${chain})`}`,
    package: name,
    ...(broughtBy.length === 0 ? {} : { broughtBy }),
    ...(old === undefined ? {} : { old }),
    ...(now === undefined ? {} : { new: now }),
  };
}
