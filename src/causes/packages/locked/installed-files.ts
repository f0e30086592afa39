import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type { InstallPlace, PackageFolders, UpgradedPackage } from "../../../world/packages/managers/manager.ts";
import type { Item, Version } from "../../../world/tree/version.ts";

/** One side, installed. */
export interface InstalledSide {
  readonly side: "old" | "new";
  readonly at: InstallPlace;
  readonly environment: NodeJS.ProcessEnv;
  readonly folders: PackageFolders;
}

/** The files that a package has there, under the name of its folder; undefined: they are not in a folder. */
export function installedFiles(upgraded: UpgradedPackage, installed: InstalledSide): Version | undefined {
  const { side, folders } = installed;
  for (const folder of foldersOf(upgraded, installed)) {
    const files = folders.files(folder, upgraded, upgraded[side]);
    if (files === undefined) continue;
    const top = folders.shown(upgraded.name);
    return versionOf(
      upgraded.name,
      Array.from(files, ([path, item]) => [`${top}/${path}`, item]),
    );
  }
  return undefined;
}

function foldersOf(upgraded: UpgradedPackage, { at, environment, folders }: InstalledSide): string[] {
  const find = `${folders.find(upgraded, at)} || true`;
  const options = { cwd: at.folder, env: environment, encoding: "utf8", stdio: "pipe" } as const;
  const output = execFileSync("sh", ["-c", find], options);
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
