import { mkdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { DeltaSet } from "../../../core/delta-set.ts";
import { UserError } from "../../../core/user-error.ts";
import type { Run } from "../../../run/run.ts";
import type { Experiment } from "../../../trial/experiment.ts";
import type { World } from "../../../trial/laboratory.ts";
import { experimentIn } from "../../../versions/worlds/experiment.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import { blobId } from "../../../world/git/repository.ts";
import type { InstallPlace } from "../../../world/packages/managers/manager.ts";
import { type Tree, WarmTree } from "../../../world/tree/incremental-checkout.ts";
import { treeHash } from "../../../world/tree/tree-hash.ts";
import { placeOf } from "../package-worlds.ts";
import { projectTree } from "../read-sides.ts";
import { testInProject } from "../test-in-project.ts";
import { candidateFiles, type LockedContext } from "./context.ts";

/** How a lockfile becomes a world: a copy of the project in which the manager installs before the test runs. */
export interface LockedWorlds {
  /** What the user should know about how the test was adapted. */
  readonly notes: readonly string[];
  readonly world: (set: DeltaSet) => World;
  /** With these files in the project, installed by this command. */
  readonly worldWith: (files: ReadonlyMap<string, string>, command: (place: InstallPlace) => string) => World;
}

export function lockedWorlds(context: LockedContext): LockedWorlds {
  const { request, manager, sides } = context;
  const { project } = sides;
  const { words, notes } = testInProject(request.test, request.cwd, project.home);
  const base = projectTree(project, request);
  const hash = treeHash(base);
  const seen = placeOf(request, project, manager.installed);
  const installed = manager.installed.map((name) => join(project.inside, name));
  const place = project.home === undefined ? project.inside : relative(project.home, request.cwd);
  const warmTrees = new Map<string, WarmTree>();
  const newTree = (folder: string) =>
    new WarmTree(join(folder, "tree"), {
      fill: (into) => seen.provided.fill(into),
      paths: [...installed, ...seen.provided.paths],
    });

  const make = (warm: WarmTree, files: ReadonlyMap<string, string>, command: (at: InstallPlace) => string) => {
    const tree = treeWith(base, project.inside, files);
    warm.become(tree);
    const at = placeFor(context, warm.folder, { network: false });
    const test = { request, words: words.map((word) => manager.testWord?.(word, at) ?? word), place };
    return withInstallation(experimentIn(seen.view(warm.folder, tree), warm.folder, test), {
      ...{ at, command: command(at), build: request.build },
      environment: manager.environment?.(at) ?? {},
    });
  };
  const worldWith: LockedWorlds["worldWith"] = (files, command) => ({
    content: contentHash(JSON.stringify([hash, request.build, [...files]])),
    make: (folder, kept) => {
      if (request.fresh) return make(newTree(folder), files, command);
      const warm = warmTrees.get(kept) ?? newTree(kept);
      warmTrees.set(kept, warm);
      return make(warm, files, command);
    },
    cleanUp: ({ kept }, end) => {
      if (end === "interrupted") warmTrees.get(kept)?.distrust();
    },
  });
  return { notes, worldWith, world: (set) => worldWith(candidateFiles(context, set), manager.install) };
}

/** A folder for what is installed; it goes with the run's laboratory. */
export function packagesFolder({ sharedFolder }: Run): string {
  if (sharedFolder === undefined)
    throw new UserError("A package manager cannot install in a sandbox of culprit's: leave out --sandbox.");
  return join(sharedFolder, "packages");
}

/** Where a copy of the project is installed. */
export function placeFor(
  { run, request, sides }: Pick<LockedContext, "run" | "request" | "sides">,
  tree: string,
  { network }: { readonly network: boolean },
): InstallPlace {
  const { home, inside } = sides.project;
  const [kept, shared] = [join(dirname(tree), "installed"), join(packagesFolder(run), "shared")];
  for (const folder of [kept, shared]) mkdirSync(folder, { recursive: true });
  return {
    ...{ kept, shared, network, lockfile: sides.new.lockfile },
    folder: join(tree, inside),
    home: home === undefined ? request.cwd : join(home, inside),
  };
}

/** The project with these files, which are named from its lockfile's folder on. */
export function treeWith(tree: Tree, inside: string, files: ReadonlyMap<string, string>): Tree {
  const placed = Array.from(files, ([path, text]) => {
    const bytes = Buffer.from(text);
    const item = { kind: "file" as const, executable: false, id: blobId(bytes), bytes: () => bytes };
    return { path: join(inside, path), item };
  });
  const paths = new Set(placed.map(({ path }) => path));
  return { base: tree.base, placed: [...tree.placed.filter(({ path }) => !paths.has(path)), ...placed] };
}

interface Installation {
  readonly at: InstallPlace;
  readonly command: string;
  readonly build: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

/** The manager installs in the copy itself, wherever the test sees it: what it links must not lead to the user's folder. */
function withInstallation(experiment: Experiment, { at, command, build, environment }: Installation): Experiment {
  const script = `(cd "$CULPRIT_COPY" && ${command}) && { ${build ?? ":"}\n}`;
  return {
    ...experiment,
    build: ["sh", "-c", script],
    environment: { ...experiment.environment, ...environment, CULPRIT_COPY: at.folder },
  };
}
