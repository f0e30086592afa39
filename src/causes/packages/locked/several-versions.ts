import type { DeltaSet } from "../../../core/delta-set.ts";
import type { MovedPackage } from "../../../world/packages/managers/manager.ts";

/** The culprits without those of which a package is there in several versions at once: nobody can say which two to compare. */
export function withOneVersion(packages: readonly MovedPackage[], culprits: readonly DeltaSet[]): DeltaSet[] {
  return culprits.filter((culprit) => ![...culprit].some((i) => hasSeveralVersions(packages[i]!)));
}

export function hasSeveralVersions({ old = "", new: now = "", by }: MovedPackage): boolean {
  return by !== undefined || [old, now].some((versions) => versions.includes(", "));
}
