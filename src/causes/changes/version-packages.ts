import type { DeltaSet } from "../../core/delta-set.ts";
import type { CauseEntry } from "../../core/finding.ts";
import type { Explanation } from "../../search/explain.ts";
import type { World } from "../../trial/laboratory.ts";
import type { ExplainedUpgrades } from "../../versions/packages/explain-upgrades.ts";
import type { VersionPair } from "../../versions/worlds/version-pair.ts";
import type { ChangesContext } from "./context.ts";

/** Packages that differ between two versions, not yet installed. */
export interface DifferingPackages {
  /** The folder of the tree that has the lockfile; "" at the top. */
  readonly inside: string;
  /** The paths of the lockfiles that differ. */
  readonly lockfiles: readonly string[];
  /** The command that installs what a lockfile asks for. */
  readonly installer: string;
  /** The packages of a candidate are installed where its test runs, so there has to be a manager and a network, or its cache. */
  readonly installsInTest: boolean;
  /** Whether the user has installed such packages here: otherwise the test hardly needs them. */
  readonly areInstalledHere: () => boolean;
  /** Installs both sides in `folder`. Returns a sentence if that is impossible, and undefined if the run was stopped. */
  readonly install: (context: ChangesContext, folder: string) => Promise<VersionPackages | string | undefined>;
}

/** The packages of both versions, and how candidates get some of the upgrades. */
export interface VersionPackages {
  /** The paths of the lockfiles that differ. */
  readonly lockfiles: readonly string[];
  readonly installer: string;
  /** All upgrades. */
  readonly all: DeltaSet;
  /** The pair in which every candidate has these upgrades, and a lockfile that matches them. */
  readonly pairWith: (upgrades: DeltaSet) => VersionPair;
  /** Finds the upgrades that a failure needs; `world` builds the candidate with some of them. */
  readonly explain: (world: (upgrades: DeltaSet) => World) => Promise<ExplainedUpgrades>;
  readonly entries: (found: Explanation) => readonly CauseEntry[];
}
