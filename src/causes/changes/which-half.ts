import type { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import { ask, done, type Search } from "../../core/search.ts";

/** The files of one version, with some upgrades of packages made. */
export interface Mixture {
  readonly files: "old" | "new";
  readonly upgrades: DeltaSet;
}

/**
 * What makes the difference: the files, whatever the packages; the files, given the new packages, without which they
 * cannot be judged; the packages alone; both. `neither`: neither can be judged without the other.
 */
export type Half = "files" | "files with the new packages" | "packages" | "both" | "neither";

/** The answer, and what it was given by. */
export interface Divided {
  readonly half: Half;
  /** The outcome of the new files with the old packages. */
  readonly newFiles: Outcome;
  /** The outcome of the old files with the new packages, where it was asked. */
  readonly newPackages?: Outcome;
}

/** Asks which half of a difference makes it fail, the ends being known: files or packages. */
export function halves(none: DeltaSet, all: DeltaSet): Search<Mixture, Divided> {
  return ask<Mixture, Divided>({ files: "new", upgrades: none }, undefined, (newFiles) => {
    if (newFiles === "fail") return done({ half: "files", newFiles });
    return ask<Mixture, Divided>({ files: "old", upgrades: all }, undefined, (newPackages) =>
      done({ half: halfBy(newFiles, newPackages), newFiles, newPackages }),
    );
  });
}

function halfBy(newFiles: Outcome, newPackages: Outcome): Half {
  if (newPackages === "fail") return "packages";
  if (newFiles === "pass") return "both";
  return newPackages === "pass" ? "files with the new packages" : "neither";
}

/** The outcome of one mixture. */
export function outcomeWith(mixture: Mixture): Search<Mixture, Outcome> {
  return ask<Mixture, Outcome>(mixture, undefined, done);
}
