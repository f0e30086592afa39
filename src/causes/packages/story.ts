import type { CauseEntry, Finding, Story } from "../../core/finding.ts";
import { type Concluded, storyOf } from "../../run/conclude.ts";
import type { Run } from "../../run/run.ts";
import type { Explanation } from "../../search/explain.ts";
import type { PackageSides } from "../../world/packages/package-list.ts";
import { explainedEntries } from "../../world/packages/upgrade-entries.ts";
import type { Upgrades } from "../../world/packages/upgrades.ts";
import type { PackagesRequest } from "./request.ts";

/** How a run over packages came out. */
export interface Told extends Concluded {
  readonly sides: PackageSides;
  /** Undefined where it ended before they were installed. */
  readonly upgrades?: Upgrades;
  readonly found?: Explanation;
  readonly notes?: readonly string[];
  readonly files?: Finding["files"];
  readonly heldBack?: readonly CauseEntry[];
  readonly deeper?: Finding["deeper"];
}

export function tell(run: Run, request: PackagesRequest, told: Told): Story {
  const { verdict, reason, upgrades, found, minimal, assumptions, notes = [], files = {} } = told;
  const { sides, heldBack, deeper } = told;
  const total = upgrades?.deltas.length ?? 0;
  return storyOf(run, request, {
    finding: {
      kind: "packages",
      verdict,
      search: "explain",
      deltas: { total, cause: found?.failing.size ?? total },
      minimal,
      by: "packages",
      cause: found ? explainedEntries(sides, upgrades!, found) : [],
      causes: [],
      files,
      assumptions,
      ...(notes.length > 0 ? { notes } : {}),
      ...(heldBack ? { heldBack } : {}),
      ...(deeper ? { deeper } : {}),
      ...(reason === undefined ? {} : { reason }),
    },
    excerpts: [],
  });
}
