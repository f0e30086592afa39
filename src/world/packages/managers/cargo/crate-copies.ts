import { readFileSync } from "node:fs";
import { join } from "node:path";
import { wordsForSh } from "../../../../core/command-line.ts";
import { folderVersion } from "../../../tree/folder-version.ts";
import type { InstallPlace, PackageFolders, UpgradedPackage } from "../manager.ts";

/** A copy of the crate, which takes its place by `[patch]` in Cargo.toml: cargo's cache of crates is everybody's. */
export const crateCopies: PackageFolders = {
  find: copyCommand,
  files: (folder, crate, version) =>
    versionIn(folder) === version ? folderVersion(folder, crate.name).items : undefined,
  shown: (crate) => crate,
  check: (crate, place) => {
    const manifest = join(folderOf(crate, place), "Cargo.toml");
    const [before, after, kept] = [manifest, `${manifest}.new`, versionFile(crate, place)].map((path) =>
      wordsForSh([path]),
    );
    const unused = `grep -A 1 -F '[[patch.unused]]' Cargo.lock | grep -qxF 'name = "${nameOf(crate)}"'`;
    return [
      // Cargo does not use a patch of another version than the lockfile's.
      `sed "1,/^version = /s/^version = .*/version = \\"$(cat ${kept})\\"/" ${before} > ${after} && mv ${after} ${before}`,
      "cargo metadata --quiet --offline --format-version 1 >/dev/null",
      `{ ! ${unused} || { echo "cargo does not use the changed crate" >&2; false; }; }`,
    ].join(" && ");
  },
};

/** Prints the folder of the copy. */
function copyCommand(crate: UpgradedPackage, place: InstallPlace): string {
  const folder = folderOf(crate, place);
  const name = nameOf(crate);
  const key = `patch.crates-io.${keyOf(crate)}`;
  const patch = `\n[${key}]\npackage = ${JSON.stringify(name)}\npath = ${JSON.stringify(folder)}\n`;
  const [copy, above, kept] = [folder, join(folder, ".."), versionFile(crate, place)].map((path) =>
    wordsForSh([path]),
  ) as [string, string, string];
  return [
    `mkdir -p -- ${above}`,
    `awk ${wordsForSh(["-v", `crate="${name}"`, "-v", `new="${crate.new}"`, "-v", `old="${crate.old}"`, lockedVersion])} Cargo.lock > ${kept}`,
    `found=$(ls -d "\${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/${wordsForSh([`${name}-`])}"$(cat ${kept})" | head -n 1)`,
    `test -n "$found"`,
    `rm -rf -- ${copy}`,
    `cp -R -- "$found" ${copy}`,
    `{ grep -qF ${wordsForSh([`[${key}]`])} Cargo.toml || printf %s ${wordsForSh([patch])} >> Cargo.toml; }`,
    `echo ${copy}`,
  ].join(" && ");
}

/** Prints which of two versions of a crate a lockfile has, the newer one first. */
const lockedVersion = `/^name = /{name=$3} /^version = /{version=$3}
/^source = "registry\\+https:\\/\\/github.com\\/rust-lang\\/crates.io-index"/ && name==crate {found[version]}
END {
  version = (new in found) ? new : (old in found) ? old : ""
  gsub("\\"", "", version)
  print version
  exit version == ""
}`;

function folderOf(crate: UpgradedPackage, { kept }: InstallPlace): string {
  return join(kept, "crates", keyOf(crate));
}

function versionFile(crate: UpgradedPackage, place: InstallPlace): string {
  return `${folderOf(crate, place)}.version`;
}

function nameOf({ name }: UpgradedPackage): string {
  return name.replace(/@.*/, "");
}

/** Tells several lines of one crate apart. */
function keyOf({ name }: UpgradedPackage): string {
  return name.replaceAll(/[^\w-]/g, "_");
}

/** Cargo writes each line of a published manifest itself. */
function versionIn(folder: string): string | undefined {
  try {
    return /^version = "(.*)"/m.exec(readFileSync(join(folder, "Cargo.toml"), "utf8"))?.[1];
  } catch {
    return undefined;
  }
}
