import type { SidesDetails } from "../../core/stage-details.ts";
import { type LockEntry, nameAt } from "../../world/packages/lockfile.ts";
import { versionText } from "../../world/packages/upgrade-entries.ts";
import type { Upgrades } from "../../world/packages/upgrades.ts";

/** The two versions of each package. */
export function upgradeDetails({ deltas }: Upgrades): SidesDetails {
  return {
    kind: "sides",
    heads: ["Package", "Old", "New"],
    items: deltas.map((moves) =>
      moves.map(({ path, old, new: now }) => ({
        name: nameIn(path, now ?? old),
        ...(old ? { old: versionText(old) } : {}),
        ...(now ? { new: versionText(now) } : {}),
      })),
    ),
  };
}

/** A package that is inside another is told apart from one of the same name by its path. */
function nameIn(path: string, entry: LockEntry | undefined): string {
  const isInside = path.indexOf("node_modules/") !== path.lastIndexOf("node_modules/");
  return isInside ? path.replace(/^node_modules\//, "").replaceAll("/node_modules/", " › ") : nameAt(path, entry);
}
