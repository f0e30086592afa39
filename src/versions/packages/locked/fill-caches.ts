import { rmSync } from "node:fs";
import { join } from "node:path";
import { DeltaSet } from "../../../core/delta-set.ts";
import { reasonOf } from "../../../core/reason.ts";
import { UserError } from "../../../core/user-error.ts";
import type { Placed } from "../../../world/changes/version-diff.ts";
import { NotInstalled } from "../../../world/packages/not-installed.ts";
import { installerWords, runInstaller } from "../../../world/packages/run-installer.ts";
import { type Tree, WarmTree } from "../../../world/tree/incremental-checkout.ts";
import { packagesFolder, placeFor, treeWith } from "./installation.ts";
import type { LockedContext } from "./locked-context.ts";

/** The project's files, and those that make it a candidate. */
export interface CandidateTrees {
  readonly project: Tree;
  readonly placed: (set: DeltaSet) => readonly Placed[];
}

/**
 * Lets the manager install both sides, with the network, so that everything in between is in its cache. False: the run was stopped.
 * Throws NotInstalled if it cannot.
 */
export async function fillCaches(context: LockedContext, { project, placed }: CandidateTrees): Promise<boolean> {
  const { run, sides, difference } = context;
  run.note(`Installing the packages of ${sides.old.name} and of ${sides.new.name}, in a folder of their own.`);
  const folder = join(packagesFolder(run), "both");
  const tree = new WarmTree(join(folder, "tree"));
  try {
    for (const [name, set] of [
      [sides.old.name, DeltaSet.empty],
      [sides.new.name, DeltaSet.range(0, difference.packages.length)],
    ] as const) {
      tree.become(treeWith(project, placed(set)));
      await install(context, tree.folder, name);
      if (run.stopped.aborted) return false;
    }
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function install(context: LockedContext, tree: string, name: string): Promise<void> {
  const { run, manager, test } = context;
  const at = placeFor(context, tree, { network: true });
  const environment = { ...process.env, ...manager.environment?.(at) };
  const command = { argv: ["sh", "-c", manager.install(at)], cwd: at.folder, environment, signal: run.stopped };
  const { status, output } = await runInstaller(command).catch((error: unknown) => {
    throw new UserError(`Cannot run ${manager.name}: ${reasonOf(error)}.`, 1);
  });
  if (run.stopped.aborted) return;
  const obstacle = status === 0 ? manager.unready?.(test, at) : undefined;
  if (obstacle !== undefined) throw new NotInstalled(`With the packages of ${name}, the test cannot run.`, obstacle, 2);
  if (status === 0) return;
  if (status === 127) {
    const summary = `${manager.name} is not installed here, and has to install the packages of ${name}.`;
    throw new NotInstalled(summary, "Make sure that it is in PATH.");
  }
  throw new NotInstalled(
    `${manager.name} cannot install the packages of ${name} (exit ${status}).`,
    // Managers end with what is wrong.
    `It printed:\n${installerWords(output, "last")}`,
  );
}
