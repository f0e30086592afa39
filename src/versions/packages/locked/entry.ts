import type { CauseEntry } from "../../../core/finding.ts";
import { listText } from "../../../core/list-text.ts";
import { broughtByText } from "../../../world/packages/brought-by.ts";
import type { MovedPackage } from "../../../world/packages/managers/manager.ts";
import type { RequirerMove } from "../../../world/packages/managers/requirer-moves.ts";
import { maxRequirers, upgradeText } from "./locked-context.ts";

/** As in: qs 6.7.0 → 6.14.3, brought by express 4.22.1 (shop › express › qs). `project` is the project's name, if it has one. */
export function entryOf(moved: MovedPackage, project: string | undefined): CauseEntry {
  const { name, old, new: now, requiredBy, isStartUnknown, broughtBy = [], moves = [] } = moved;
  const chain = [...(project === undefined || isStartUnknown ? [] : [project]), ...requiredBy, name].join(" › ");
  return {
    text: `${upgradeText(moved)}${movesText(moves)}${broughtByText(broughtBy)}${requiredBy.length === 0 ? "" : ` (${chain})`}`,
    package: name,
    ...(broughtBy.length === 0 ? {} : { broughtBy }),
    ...(old === undefined ? {} : { old }),
    ...(now === undefined ? {} : { new: now }),
  };
}

/** What is in several versions is told by who finds which: `: 0.4.0 → 0.7.2 in express`. */
function movesText(moves: readonly RequirerMove[]): string {
  if (moves.length === 0) return "";
  const texts = moves.map(({ by = "the project itself", old, new: now }) => `${old} → ${now} in ${by}`);
  return `: ${listText(texts, { max: maxRequirers })}`;
}
