import { rmSync } from "node:fs";
import { join } from "node:path";
import type { DeltaSet } from "../../../core/delta-set.ts";
import { reasonOf } from "../../../core/reason.ts";
import type { CandidateTrees } from "../../../versions/packages/locked/fill-caches.ts";
import { packagesFolder, placeFor, treeWith } from "../../../versions/packages/locked/installation.ts";
import type { LockedContext } from "../../../versions/packages/locked/locked-context.ts";
import { withoutPasswords } from "../../../world/packages/managers/passwords.ts";
import { runInstaller } from "../../../world/packages/run-installer.ts";
import { WarmTree } from "../../../world/tree/incremental-checkout.ts";

/**
 * Why the manager itself does not install a candidate that was put together without it, in its own words; undefined: it does, or the run
 * was stopped. It installs in a folder that no test sees.
 */
export async function refusalOf(
  context: LockedContext,
  { project, placed }: CandidateTrees,
  set: DeltaSet,
): Promise<string | undefined> {
  const { run, manager } = context;
  if (manager.installAnew === undefined) return undefined;
  const folder = join(packagesFolder(run), "anew");
  const tree = new WarmTree(join(folder, "tree"));
  try {
    tree.become(treeWith(project, placed(set)));
    const at = placeFor(context, tree.folder, { network: true });
    const environment = { ...process.env, ...manager.environment?.(at) };
    const argv = ["sh", "-c", manager.installAnew(at)];
    const { status, output } = await runInstaller({ argv, cwd: at.folder, environment, signal: run.stopped });
    return status === 0 || run.stopped.aborted ? undefined : refusalIn(output);
  } catch (error) {
    return reasonOf(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Maximum number of lines that are cited. */
const maxLines = 3;

/** What does not go together or, if the output does not show that, its last lines. */
export function refusalIn(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const printed = lines.filter((line) => line !== "");
  const conflicts = printed.filter((line) => /\bdepends on\b/.test(line));
  const errors = printed.flatMap((line) => /^ERROR: (.*)/.exec(line)?.[1] ?? []);
  const [cited = []] = [conflicts, errors, printed.slice(-maxLines)].filter((each) => each.length > 0);
  const text = [...new Set(cited)].slice(0, maxLines).join("; ").replace(/\.$/, "");
  return withoutPasswords(text) || "it prints no reason";
}
