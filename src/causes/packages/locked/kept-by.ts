import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DeltaSet } from "../../../core/delta-set.ts";
import type { FoundSets } from "../../../search/assumptions.ts";
import { causeIn } from "../../../search/goal.ts";
import type { CandidateTrees } from "../../../versions/packages/locked/fill-caches.ts";
import { packagesFolder, placedFiles, placeFor, treeWith } from "../../../versions/packages/locked/installation.ts";
import { candidateFiles, type LockedContext } from "../../../versions/packages/locked/locked-context.ts";
import type { Remedy } from "../../../world/packages/managers/manager.ts";
import { runInstaller } from "../../../world/packages/run-installer.ts";
import { WarmTree } from "../../../world/tree/incremental-checkout.ts";
import type { KeptBy } from "../finding.ts";
import type { LockedWorlds } from "./locked-worlds.ts";

/** How candidates are made, and the upgrades that break the test. */
interface FoundInTrees {
  readonly worlds: LockedWorlds;
  readonly trees: CandidateTrees;
  readonly found: FoundSets;
}

/** How to keep the package found as it was: only if the manager installed that, and the test passed. */
export async function findKeptBy(
  context: LockedContext,
  { worlds, trees, found }: FoundInTrees,
): Promise<KeptBy | undefined> {
  const { run, manager, difference, sides } = context;
  const [held, ...more] = difference.packages.filter((_, i) => causeIn(found).has(i));
  if (held === undefined || more.length > 0 || held.old === undefined) return undefined;
  try {
    for (let remedy = manager.remedy?.(held, sides.new); remedy; remedy = remedy.otherwise) {
      const files = await updateLockfile(context, trees, remedy);
      if (files === undefined) continue;
      const { outcome } = await run.observe(worlds.worldWith({ files, install: manager.install }));
      if (outcome === "pass") return { package: held.name, version: held.old, text: remedy.text };
    }
  } catch (error) {
    if (!run.stopped.aborted) throw error;
  }
  return undefined;
}

export function keptByNote({ package: name, version, text }: KeptBy): string {
  return `To keep ${name} ${version}: ${text} (installed, and the test passed).`;
}

/**
 * Lets the manager make the new lockfile, as the user would: with the network and the user's settings, in a folder that no test sees.
 * Returns the files of the candidate; undefined: the manager refuses, or the run was stopped.
 */
async function updateLockfile(
  context: LockedContext,
  { project, placed }: CandidateTrees,
  { files, update }: Remedy,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { run, manager, sides, difference } = context;
  const all = DeltaSet.range(0, difference.packages.length);
  const folder = join(packagesFolder(run), "remedy");
  const tree = new WarmTree(join(folder, "tree"));
  try {
    tree.become(treeWith(treeWith(project, placed(all)), placedFiles(sides.project.inside, files)));
    const at = placeFor(context, tree.folder, { network: true });
    const environment = { ...process.env, ...manager.environment?.(at) };
    const command = { argv: ["sh", "-c", update(at)], cwd: at.folder, environment, signal: run.stopped };
    const { status } = await runInstaller(command);
    if (status !== 0 || run.stopped.aborted) return undefined;
    const written = (path: string) => readFileSync(join(at.folder, path), "utf8");
    const [lockfile] = manager.lockfiles;
    const changed = [...files.keys(), lockfile!, ...(manager.completes ?? [])];
    return new Map([
      ...candidateFiles(context, all),
      ...changed.map((path) => [path, written(path)] as const),
      [sides.new.lockfile, written(lockfile!)],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
