import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { DeltaSet } from "../../../core/delta-set.ts";
import type { World } from "../../../trial/laboratory.ts";
import { placedFiles, placeFor, treeWith, withInstallation } from "../../../versions/packages/locked/installation.ts";
import { candidateFiles } from "../../../versions/packages/locked/locked-context.ts";
import { experimentIn } from "../../../versions/worlds/experiment.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import type { InstallPlace } from "../../../world/packages/managers/manager.ts";
import { WarmTree } from "../../../world/tree/incremental-checkout.ts";
import { treeHash } from "../../../world/tree/tree-hash.ts";
import { placeOf } from "../package-worlds.ts";
import { projectTree } from "../read-sides.ts";
import { testInProject } from "../test-in-project.ts";
import type { LockedSearch } from "./locked-search.ts";

/** How a lockfile becomes a world: a copy of the project in which the manager installs before the test runs. */
export interface LockedWorlds {
  /** What the user should know about how the test was adapted. */
  readonly notes: readonly string[];
  readonly world: (set: DeltaSet) => World;
  /** A world with these files, and how one of them was left by the manager and the test. */
  readonly watchedWorld: (files: ReadonlyMap<string, string>) => WatchedWorld;
  /** With these files in the project, installed by this command. */
  readonly worldWith: (files: ReadonlyMap<string, string>, command: (place: InstallPlace) => string) => World;
}

interface WatchedWorld {
  readonly world: World;
  /** By its path; undefined: it is not there any more, or the test has not been run. */
  readonly left: (path: string) => string | undefined;
}

export function lockedWorlds(context: LockedSearch): LockedWorlds {
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
    const tree = treeWith(base, placedFiles(project.inside, files));
    warm.become(tree);
    const at = placeFor(context, warm.folder, { network: false });
    const experiment = experimentIn(seen.view(warm.folder, tree), warm.folder, { request, words, place });
    return withInstallation(context, experiment, { at, command: command(at) });
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
  const watchedWorld = (files: ReadonlyMap<string, string>): WatchedWorld => {
    const world = worldWith(files, manager.install);
    const found = new Map<string, string>();
    const cleanUp: World["cleanUp"] = (folders, end) => {
      const copy = join(request.fresh ? folders.folder : folders.kept, "tree", project.inside);
      for (const path of files.keys()) {
        try {
          found.set(path, readFileSync(join(copy, path), "utf8"));
        } catch {} // a test has removed it
      }
      world.cleanUp?.(folders, end);
    };
    return { world: { ...world, cleanUp }, left: (path) => found.get(path) };
  };
  return { notes, worldWith, watchedWorld, world: (set) => worldWith(candidateFiles(context, set), manager.install) };
}
