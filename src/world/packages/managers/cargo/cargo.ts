import { join } from "node:path";
import { wordsForSh } from "../../../../core/command-line.ts";
import type { InstallPlace, Manager } from "../manager.ts";
import { compareCargo } from "./compare.ts";
import { crateCopies } from "./crate-copies.ts";
import { nameInCargoToml } from "./manifests.ts";
import { cargoRemedy } from "./remedy.ts";

/** Rust's crates. Cargo compiles them in the test, into a folder of the candidate that stays: only what differs is compiled again. */
export const cargo: Manager = {
  name: "cargo",
  lockfiles: ["Cargo.lock"],
  projectName: nameInCargoToml,
  installed: ["target"],
  completes: ["Cargo.lock"],
  compare: compareCargo,
  install,
  environment: ({ kept, network }) => ({
    CARGO_TARGET_DIR: join(kept, "target"),
    ...(network ? {} : { CARGO_NET_OFFLINE: "true" }),
  }),
  // A program that a build has made is the candidate's.
  testWord: (word, { kept }) => word.replace(/^(?:\.\/)?target\//, () => `${join(kept, "target")}/`),
  folders: crateCopies,
  remedy: cargoRemedy,
};

/**
 * Cargo refuses a lockfile that lacks a crate, or has one too many, and which crates it wants depends on the features that other crates
 * ask for. It may complete such a lockfile itself, but not exchange a version that it contains.
 */
function install({ kept, shared, network }: InstallPlace): string {
  const paths = [join(kept, "asked.lock"), join(kept, "refused"), join(shared, "versions")];
  const [asked, refused, versions] = paths.map((path) => wordsForSh([path])) as [string, string, string];
  const load = network ? "cargo fetch --quiet" : "cargo metadata --quiet --offline --format-version 1";
  const check = `step=1 ${asked} ${network ? "any=1" : `step=2 ${versions}`} step=3 Cargo.lock`;
  return [
    `cp Cargo.lock ${asked}`,
    `{ ${load} --locked >/dev/null 2>${refused} || { ${load} >/dev/null && awk ${wordsForSh([otherVersions])} ${check}; }; }`,
    ...(network ? [`awk ${wordsForSh([namesAndVersions])} Cargo.lock >> ${versions}`] : []),
  ].join(" && ");
}

const lastNames = "/^name = /{name=$3} /^version = /{version=$3}";

/** Prints the name and the version of each crate of a lockfile that is not the project's own. */
const namesAndVersions = `${lastNames} /^source = /{print name, version}`;

/** Fails if the lockfile of step 3 has another version than that of step 1, or a crate that is neither there nor in the list of step 2. */
const otherVersions = `${lastNames}
step==2 {known[$1,$2]}
/^source = / && step==1 {asked[name,version]; named[name]}
/^source = / && step==3 && !((name,version) in asked) && ((name in named) || !any && !((name,version) in known)) {
  print "cargo does not accept the versions of this lockfile: it wants " name " " version > "/dev/stderr"
  bad=1
}
END {exit bad}`;
