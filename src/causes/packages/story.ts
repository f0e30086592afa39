import { DeltaSet } from "../../core/delta-set.ts";
import type { CauseEntry, Finding, PatchEntry, Story } from "../../core/finding.ts";
import type { Conclusion } from "../../run/conclusion.ts";
import type { Run } from "../../run/run.ts";
import { type FindingDetails, storyOf } from "../../run/story.ts";
import type { Explanation } from "../../search/explain.ts";
import type { PackageSides } from "../../world/packages/package-list.ts";
import { entriesFor, explainedEntries } from "../../world/packages/upgrade-entries.ts";
import type { Upgrades } from "../../world/packages/upgrades.ts";
import { againWords } from "./again.ts";
import type { PackagesFinding } from "./finding.ts";
import type { PackagesRequest } from "./request.ts";

/** How a search among packages came out. */
export interface PackagesConclusion extends Conclusion {
  readonly sides: PackageSides;
  /** Undefined if the run was stopped before they were installed. */
  readonly upgrades?: Upgrades;
  readonly found?: Explanation;
  /** Upgrades that break the test as well, each by itself. */
  readonly further?: readonly number[];
  readonly notes?: readonly string[];
  readonly files?: Finding["files"];
  readonly patches?: readonly PatchEntry[];
  readonly heldBack?: readonly CauseEntry[];
  readonly remedy?: PackagesFinding["remedy"];
  readonly deeper?: PackagesFinding["deeper"];
  readonly furtherDeeper?: PackagesFinding["furtherDeeper"];
}

/** The whole story of a search among packages, for the reports. */
export function packagesStory(
  run: Run,
  request: PackagesRequest,
  conclusion: PackagesConclusion,
): Story<PackagesFinding> {
  return storyOf<PackagesFinding>(run, request, {
    conclusion,
    details: { ...packagesDetails(conclusion), again: againWords(request) },
  });
}

/** What a search among packages adds to a finding. */
export function packagesDetails(conclusion: PackagesConclusion): FindingDetails<PackagesFinding> {
  const { sides, upgrades, found, further = [], notes = [], files = {} } = conclusion;
  const { patches, heldBack, remedy, deeper, furtherDeeper } = conclusion;
  const total = upgrades?.deltas.length ?? 0;
  return {
    goal: "isolate",
    search: "explain",
    deltas: { total, cause: found?.failing.size ?? total },
    by: "packages",
    cause: found ? explainedEntries(sides, upgrades!, found) : [],
    causes: further.map((delta) => entriesFor(sides, upgrades!, DeltaSet.of(delta))),
    files,
    notes,
    ...(patches ? { patches } : {}),
    ...(heldBack ? { heldBack } : {}),
    ...(remedy ? { remedy } : {}),
    ...(deeper ? { deeper } : {}),
    ...(furtherDeeper ? { furtherDeeper } : {}),
  };
}
