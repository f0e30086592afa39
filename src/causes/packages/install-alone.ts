import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { World } from "../../trial/laboratory.ts";
import { type InstallOptions, installPackages } from "../../world/packages/install.ts";
import { allInstalled } from "../../world/packages/installed-upgrades.ts";
import { type Lockfile, readLockfile } from "../../world/packages/lockfile.ts";
import { NotInstalled } from "../../world/packages/not-installed.ts";
import type { PackageSide } from "../../world/packages/package-list.ts";
import type { PackagesContext } from "./context.ts";

/** What npm made of packages: a world with what it installed, and the lockfile of that, or why it did not. */
export type InstalledAlone =
  | { readonly world: World; readonly lockfile: Lockfile }
  | { readonly refusal: NotInstalled };

interface HowToInstall {
  /** Of the folder, and of the file with npm's output. */
  readonly name: string;
  readonly command: NonNullable<InstallOptions["command"]>;
  /** Files of the project that belong to these packages. */
  readonly files?: ReadonlyMap<string, string>;
}

/** Installs packages as the user would, in a folder of their own; undefined if the run was stopped. */
export async function installAlone(
  { run, stock, worlds, home }: PackagesContext,
  side: PackageSide,
  { name, command, files }: HowToInstall,
): Promise<InstalledAlone | undefined> {
  const folder = join(dirname(stock.stores.new), name);
  const keep = (output: string) => run.record.keep(`npm-${name}.txt`, output);
  try {
    await installPackages(side, { folder, home, signal: run.stopped, keep, command });
  } catch (error) {
    if (run.stopped.aborted) return undefined;
    if (!(error instanceof NotInstalled)) throw error;
    return { refusal: error };
  }
  // `npm install` may have changed it.
  const lockfile = readLockfile(readFileSync(join(folder, "package-lock.json"), "utf8"), side.name);
  const world = worlds.freshWorld({ packages: allInstalled(lockfile, folder), ...(files ? { files } : {}) });
  return { world, lockfile };
}
