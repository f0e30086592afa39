import { rmSync } from "node:fs";
import { join } from "node:path";
import { DeltaSet } from "../../../core/delta-set.ts";
import { reasonOf } from "../../../core/reason.ts";
import { UserError } from "../../../core/user-error.ts";
import type { Placed } from "../../../world/changes/version-diff.ts";
import type { InstallPlace } from "../../../world/packages/managers/manager.ts";
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
  const { run, sides } = context;
  run.note(`Installing the packages of ${sides.old.name} and of ${sides.new.name}, in a folder of their own.`);
  const folder = join(packagesFolder(run), "both");
  const tree = new WarmTree(join(folder, "tree"));
  try {
    for (const side of ["old", "new"] as const) {
      tree.become(treeWith(project, placed(setOf(context, side))));
      await install(context, { side, at: placeFor(context, tree.folder, { network: true }) });
      if (run.stopped.aborted) return false;
    }
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs one side in a new folder, from what is in the manager's cache. The folder goes with the run's laboratory. */
export async function installSide(
  context: LockedContext,
  { project, placed }: CandidateTrees,
  side: Side,
): Promise<InstallPlace> {
  const tree = new WarmTree(join(packagesFolder(context.run), side, "tree"));
  tree.become(treeWith(project, placed(setOf(context, side))));
  const at = placeFor(context, tree.folder, { network: false });
  await install(context, { side, at });
  return at;
}

type Side = "old" | "new";

/** Of all upgrades, none or all. */
function setOf({ difference }: LockedContext, side: Side): DeltaSet {
  return DeltaSet.range(0, side === "old" ? 0 : difference.packages.length);
}

interface Installation {
  readonly side: Side;
  readonly at: InstallPlace;
}

async function install(context: LockedContext, { side, at }: Installation): Promise<void> {
  const { run, manager, sides, test } = context;
  const { name } = sides[side];
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
