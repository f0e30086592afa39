import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../../../core/user-error.ts";
import type { Run } from "../../../run/run.ts";
import type { Experiment } from "../../../trial/experiment.ts";
import type { Placed } from "../../../world/changes/version-diff.ts";
import { blobId } from "../../../world/git/repository.ts";
import type { InstallPlace } from "../../../world/packages/managers/manager.ts";
import type { Tree } from "../../../world/tree/incremental-checkout.ts";
import type { LockedContext } from "./locked-context.ts";

/** A folder for what is installed; it goes with the run's laboratory. */
export function packagesFolder({ sharedFolder }: Run): string {
  if (sharedFolder === undefined)
    throw new UserError("A package manager cannot install in a sandbox of culprit's: leave out --sandbox.");
  return join(sharedFolder, "packages");
}

/** Where a copy of the project is installed. */
export function placeFor(
  { run, sides, home }: Pick<LockedContext, "run" | "sides" | "home">,
  tree: string,
  { network }: { readonly network: boolean },
): InstallPlace {
  const [kept, shared] = [join(dirname(tree), "installed"), join(packagesFolder(run), "shared")];
  for (const folder of [kept, shared]) mkdirSync(folder, { recursive: true });
  const folder = join(tree, sides.project.inside);
  return { ...{ kept, shared, network, home, folder }, lockfile: sides.new.lockfile };
}

/** Files of a candidate, which are named from the lockfile's folder on. */
export function placedFiles(inside: string, files: ReadonlyMap<string, string>): Placed[] {
  return Array.from(files, ([path, text]) => {
    const bytes = Buffer.from(text);
    const item = { kind: "file" as const, executable: false, id: blobId(bytes), bytes: () => bytes };
    return { path: join(inside, path), item };
  });
}

/** The tree with these files. */
export function treeWith(tree: Tree, placed: readonly Placed[]): Tree {
  const paths = new Set(placed.map(({ path }) => path));
  return { base: tree.base, placed: [...tree.placed.filter(({ path }) => !paths.has(path)), ...placed] };
}

/**
 * The manager installs in the copy itself before the test, and before the user's build, wherever these see it: what it links must
 * not lead to the user's folder.
 */
export function withInstallation(
  { manager }: Pick<LockedContext, "manager">,
  experiment: Experiment,
  { at, command }: { readonly at: InstallPlace; readonly command: string },
): Experiment {
  const build = experiment.build?.at(-1) ?? ":";
  return {
    ...experiment,
    argv: experiment.argv.map((word) => manager.testWord?.(word, at) ?? word),
    build: ["sh", "-c", `(cd "$CULPRIT_COPY" && ${command}) && { ${build}\n}`],
    environment: { ...experiment.environment, ...manager.environment?.(at), CULPRIT_COPY: at.folder },
  };
}
