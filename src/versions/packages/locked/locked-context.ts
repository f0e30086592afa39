import type { DeltaSet } from "../../../core/delta-set.ts";
import { listText } from "../../../core/list-text.ts";
import { UserError } from "../../../core/user-error.ts";
import type { Run } from "../../../run/run.ts";
import {
  idOf,
  type LockDifference,
  type Manager,
  type MovedPackage,
  type SideFiles,
} from "../../../world/packages/managers/manager.ts";
import { refuseMergeMarks } from "../../../world/packages/merge-marks.ts";
import type { Project } from "../../../world/packages/package-list.ts";

/** Both sides of a difference between lockfiles, and the project to test. */
export interface LockedSides {
  readonly old: SideFiles;
  readonly new: SideFiles;
  readonly project: Project;
}

/** What every step needs that works with lockfiles of a manager which installs every candidate itself. */
export interface LockedContext {
  readonly run: Run;
  readonly manager: Manager;
  readonly sides: LockedSides;
  readonly difference: LockDifference;
  readonly test: readonly string[];
  /** The user's folder with the lockfile. */
  readonly home: string;
}

/** The text of a side's lockfile; throws a UserError if there is none, or if git could not merge it. */
export function lockText({ name, lockfile, read }: SideFiles): string {
  const text = read(lockfile);
  if (text === undefined) throw new UserError(`There is no ${lockfile} in ${name}.`);
  refuseMergeMarks(text, `${lockfile} of ${name}`);
  return text;
}

/** The files of the candidate in which the packages of a set are as on the new side. */
export function candidateFiles(
  { difference }: Pick<LockedContext, "difference">,
  set: DeltaSet,
): ReadonlyMap<string, string> {
  return difference.compose(isIn(difference, set));
}

/** What the manifest must have for the lockfile of that candidate. */
export function manifestNeeds({ difference }: Pick<LockedContext, "difference">, set: DeltaSet): readonly string[] {
  return difference.manifestNeeds?.(isIn(difference, set)) ?? [];
}

function isIn({ packages }: LockDifference, set: DeltaSet): (id: string) => boolean {
  const upgraded = new Set(packages.filter((_, i) => set.has(i)).map(idOf));
  return (id) => upgraded.has(id);
}

/** Maximum number of packages that are named as finding other versions. */
export const maxRequirers = 3;

/** As in: qs 6.7.0 → 6.14.3; for a part of a package in several versions: cookie 0.4.0 → 0.7.2 in express. */
export function upgradeText({ name, old, new: now, by = new Set() }: MovedPackage): string {
  const versions = old === undefined ? `${now} added` : now === undefined ? `${old} removed` : `${old} → ${now}`;
  const requirers = Array.from(by, (each) => each ?? "the project itself");
  return `${name} ${versions}${requirers.length === 0 ? "" : ` in ${listText(requirers, { max: maxRequirers })}`}`;
}
