import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type { InstallPlace, MovedPackage, PackageFolders } from "../../../world/packages/managers/manager.ts";
import type { Item, Version } from "../../../world/tree/version.ts";

/** A package with one version on each side. */
export interface UpgradedPackage extends MovedPackage {
  readonly old: string;
  readonly new: string;
}

/** One side, installed. */
export interface InstalledSide {
  readonly side: "old" | "new";
  readonly at: InstallPlace;
  readonly folders: PackageFolders;
}

/** The files that a package has there, under the name of its folder; undefined: they are not in a folder. */
export function installedFiles({ name, ...versions }: UpgradedPackage, installed: InstalledSide): Version | undefined {
  const { side, folders } = installed;
  for (const folder of foldersOf(name, installed)) {
    const files = folders.files(folder, name, versions[side]);
    if (files === undefined) continue;
    const items = Array.from(files, ([path, item]) => [`${folders.shown(name)}/${path}`, item] as const);
    return versionOf(name, items);
  }
  return undefined;
}

function foldersOf(name: string, { at, folders }: InstalledSide): string[] {
  const find = `${folders.find(name, at)} || true`;
  const stdio = ["ignore", "pipe", "ignore"] as const;
  const output = execFileSync("sh", ["-c", find], { cwd: at.folder, encoding: "utf8", stdio: [...stdio] });
  const lines = output.split("\n").filter((line) => line !== "");
  return lines.map((line) => resolve(at.folder, line));
}

/** The files of several packages together. */
export function joined(versions: readonly Version[]): Version {
  return versionOf(
    versions.map(({ name }) => name).join(", "),
    versions.flatMap(({ items }) => [...items]),
  );
}

function versionOf(name: string, items: Iterable<readonly [string, Item]>): Version {
  return { name, items: new Map(items), checkOut: () => {} };
}
