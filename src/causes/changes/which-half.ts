import { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import { ask, done, type Search } from "../../core/search.ts";

/** The files of one version, with some package upgrades made. */
export interface Mixture {
  readonly files: "old" | "new";
  readonly upgrades: DeltaSet;
}

/**
 * The half of the difference that makes the test fail: the files, whatever the packages; the files, which can only be
 * judged with the new packages; the packages alone; or both. `neither`: neither can be judged without the other.
 */
export type Half = "files" | "files with the new packages" | "packages" | "both" | "neither";

/** The half, and the outcomes that show it. */
export interface HalfFound {
  readonly half: Half;
  /** The outcome of the new files with the old packages. */
  readonly newFiles: Outcome;
  /** The outcome of the old files with the new packages, if it was needed. */
  readonly newPackages?: Outcome;
}

/** Asks which half of the difference makes the test fail, given that both ends are known. */
export function whichHalf(allUpgrades: DeltaSet): Search<Mixture, HalfFound> {
  return ask<Mixture, HalfFound>({ files: "new", upgrades: DeltaSet.empty }, undefined, (newFiles) => {
    if (newFiles === "fail") return done({ half: "files", newFiles });
    return ask<Mixture, HalfFound>({ files: "old", upgrades: allUpgrades }, undefined, (newPackages) =>
      done({ half: halfBy(newFiles, newPackages), newFiles, newPackages }),
    );
  });
}

function halfBy(newFiles: Outcome, newPackages: Outcome): Half {
  if (newPackages === "fail") return "packages";
  if (newFiles === "pass") return "both";
  return newPackages === "pass" ? "files with the new packages" : "neither";
}

/** Asks for the outcome of one mixture. */
export function outcomeWith(mixture: Mixture): Search<Mixture, Outcome> {
  return ask<Mixture, Outcome>(mixture, undefined, done);
}
