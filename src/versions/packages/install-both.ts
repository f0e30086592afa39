import { join } from "node:path";
import { UserError } from "../../core/user-error.ts";
import type { Run } from "../../run/run.ts";
import { installPackages } from "../../world/packages/install.ts";
import type { Stores } from "../../world/packages/installed-upgrades.ts";
import type { PackageSides } from "../../world/packages/package-list.ts";

/** What to install, and where. */
export interface SidesToInstall {
  readonly sides: PackageSides;
  /** The user's folder with the installed packages. */
  readonly home: string;
  /** Gets a subfolder for each side. */
  readonly folder: string;
}

/** Installs the packages of both sides; undefined if the run was stopped. */
export async function installBoth(run: Run, { sides, home, folder }: SidesToInstall): Promise<Stores | undefined> {
  const stores = { old: join(folder, "old"), new: join(folder, "new") };
  const failed = new AbortController();
  const signal = AbortSignal.any([run.stopped, failed.signal]);
  run.note(`Installing the packages of ${sides.old.name} and of ${sides.new.name}, in folders of their own.`);
  const installs = (["old", "new"] as const).map(async (which) => {
    const keep = (output: string) => run.record.keep(`npm-${which}.txt`, output);
    try {
      await installPackages(sides[which], { folder: stores[which], home, signal, keep });
    } catch (error) {
      failed.abort();
      throw error;
    }
  });
  const errors = (await Promise.allSettled(installs)).flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  if (run.stopped.aborted) return undefined;
  const error = errors.find((each) => each instanceof UserError) ?? errors[0];
  if (error !== undefined) throw error;
  return stores;
}
