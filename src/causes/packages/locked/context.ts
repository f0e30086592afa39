import type { DeltaSet } from "../../../core/delta-set.ts";
import type { Run } from "../../../run/run.ts";
import type { LockDifference, Manager, MovedPackage } from "../../../world/packages/managers/manager.ts";
import type { LockedSides } from "./read-locked.ts";
import type { LockedRequest } from "./request.ts";

/** What every step needs that works with lockfiles of such a manager. */
export interface LockedContext {
  readonly run: Run;
  readonly request: LockedRequest;
  readonly manager: Manager;
  readonly sides: LockedSides;
  readonly difference: LockDifference;
}

/** The files of the candidate in which the packages of a set are as on the new side. */
export function candidateFiles({ difference }: Pick<LockedContext, "difference">, set: DeltaSet) {
  const { packages, compose } = difference;
  const upgraded = new Set(packages.filter((_, i) => set.has(i)).map(({ name }) => name));
  return compose((name) => upgraded.has(name));
}

export function upgradeText({ name, old, new: now }: MovedPackage): string {
  return `${name} ${old === undefined ? `${now} added` : now === undefined ? `${old} removed` : `${old} → ${now}`}`;
}
