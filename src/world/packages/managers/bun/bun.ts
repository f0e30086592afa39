import { join } from "node:path";
import { wordsForSh } from "../../../../core/command-line.ts";
import { editedManifests, editTexts, movable, readDirect } from "../direct-dependencies.ts";
import { movedPackages } from "../lock-graph.ts";
import type { InstallPlace, LockDifference, Manager, MovedPackage, Remedy, SideFiles } from "../manager.ts";
import { nodeModules } from "../node-modules.ts";
import { editManifest, manifestsIn, nameInPackageJson } from "../package-manifest.ts";
import { pairSides } from "../pair-sides.ts";
import { bringSettings } from "../user-settings.ts";
import { type BunSide, composeBun } from "./compose.ts";
import { bunGraph, namedSide, readBunLockfile } from "./lockfile.ts";

const lockfileName = "bun.lock";

export const bun: Manager = {
  name: "bun",
  lockfiles: [lockfileName],
  projectName: nameInPackageJson,
  installed: ["node_modules"],
  folders: nodeModules,
  compare,
  install: (place) => bunInstall(place, { isFrozen: true }),
  remedy,
};

function compare(oldFiles: SideFiles, newFiles: SideFiles): LockDifference {
  const [old, now] = [bunSide(oldFiles), bunSide(newFiles)];
  const paired = pairSides({ old: namedSide(old.lockfile), new: namedSide(now.lockfile) });
  const packages = movedPackages(bunGraph(old.lockfile), bunGraph(now.lockfile), paired.references);
  const moved = movable(packages, { old, now });
  const compose = (isUpgraded: (id: string) => boolean) => composeBun({ old, now, moved, paired }, isUpgraded);
  return {
    manifests: manifestsIn([old, now].flatMap(({ lockfile }) => [...lockfile.workspaces.keys()])),
    packages: moved,
    compose: (isUpgraded) => {
      const { text, edits } = compose(isUpgraded);
      return new Map([
        ...[newFiles.lockfile, lockfileName].map((name) => [name, text] as const),
        ...editedManifests(newFiles, edits),
      ]);
    },
    manifestNeeds: (isUpgraded) => editTexts(compose(isUpgraded).edits),
  };
}

function bunSide(files: SideFiles): BunSide {
  const lockfile = readBunLockfile(files);
  const folders = Array.from(lockfile.workspaces.keys(), (folder) => (folder === "" ? "." : folder));
  const direct = readDirect(files, folders).map((each) => {
    const folder = each.file === "package.json" ? "" : each.file.slice(0, -"/package.json".length);
    return { ...each, packageName: lockfile.target({ folder }, each.name)?.name };
  });
  return { files, lockfile, direct };
}

/**
 * Packages are copied from the user's cache, as a test could change a linked file of it. Scripts run as bun and the user's
 * `trustedDependencies` decide. Before version 1.4, bun cannot be told to stay off the network.
 */
function bunInstall(place: InstallPlace, { isFrozen }: { readonly isFrozen: boolean }): string {
  const words = ["bun", "install", ...(isFrozen ? ["--frozen-lockfile"] : []), "--backend=copyfile", "--no-progress"];
  const isAlone = !place.network && isFrozen;
  const offline = isAlone ? " $(bun install --help 2>&1 | grep -oE -m1 -e '--offline')" : "";
  const install = `${wordsForSh(words)}${offline}`;
  return [bringSettings(place, [".npmrc", "bunfig.toml"]), removeLeftovers(place), install].join(" && ");
}

/** bun replaces versions, but leaves what the lockfile does not have any more; so where other packages go elsewhere, it begins anew. */
function removeLeftovers({ kept }: InstallPlace): string {
  const [layout, before] = ["bun-layout", "bun-layout-before"].map((name) => wordsForSh([join(kept, name)]));
  const keysOnly = wordsForSh(["sed", "-E", 's/^( *"[^"]*": )["[].*/\\1/', lockfileName]);
  const folders = wordsForSh(["sed", "-nE", 's/^    "([^"]*)": \\{$/\\1/p', lockfileName]);
  const remove = `${folders} | while IFS= read -r folder; do rm -rf "./$folder/node_modules"; done`;
  return `${keysOnly} > ${layout} && { cmp -s ${layout} ${before} || { ${remove}; }; } && mv ${layout} ${before}`;
}

/** bun has no override for what a single package requires. */
function remedy({ name, old, by }: MovedPackage, now: SideFiles): Remedy | undefined {
  if (old === undefined || old.includes(", ") || by !== undefined) return undefined;
  const edits = [{ kind: "overrides", name, range: old }] as const;
  const edited = editManifest(now.read("package.json"), `package.json of ${now.name}`, edits);
  return {
    text: `${JSON.stringify(name)}: ${JSON.stringify(old)} in overrides of package.json`,
    files: new Map([["package.json", edited]]),
    update: (place) => bunInstall(place, { isFrozen: false }),
  };
}
