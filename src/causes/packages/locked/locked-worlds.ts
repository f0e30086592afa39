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
  /** The same, installed by the manager itself in a new folder. */
  readonly newWorld: (set: DeltaSet) => World;
  /** A world with these files, and how one of them was left by the manager and the test. */
  readonly watchedWorld: (files: ReadonlyMap<string, string>, how: { readonly anew: boolean }) => WatchedWorld;
  readonly worldWith: (candidate: InstalledCandidate) => World;
}

/** A copy of the project with these files, and what is installed there. */
export interface InstalledCandidate {
  readonly files: ReadonlyMap<string, string>;
  /** A command for sh. */
  readonly install: (place: InstallPlace) => string;
  /** A hash of what that changes inside packages. Such candidates have folders of their own: a manager believes what it has installed. */
  readonly edits?: string;
  /** In a new folder that no test has used. */
  readonly fresh?: boolean;
  /** Another command than the manager's usual one, so that the outcome may be another. */
  readonly anew?: boolean;
}

export interface WatchedWorld {
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

  const make = (warm: WarmTree, { files, install }: InstalledCandidate) => {
    const tree = treeWith(base, placedFiles(project.inside, files));
    warm.become(tree);
    const at = placeFor(context, warm.folder, { network: false });
    const experiment = experimentIn(seen.view(warm.folder, tree), warm.folder, { request, words, place });
    return withInstallation(context, experiment, { at, command: install(at) });
  };
  const worldWith: LockedWorlds["worldWith"] = (candidate) => {
    const { files, edits, anew = false, fresh = request.fresh } = candidate;
    const keptFor = (kept: string) => (edits === undefined ? kept : join(kept, "edited"));
    return {
      content: contentHash(
        JSON.stringify([
          hash,
          request.build,
          [...files],
          ...(edits === undefined ? [] : [edits]),
          ...(anew ? ["anew"] : []),
        ]),
      ),
      ...(anew ? { buildsLonger: true as const } : {}),
      make: (folder, kept) => {
        if (fresh) return make(newTree(folder), candidate);
        const warm = warmTrees.get(keptFor(kept)) ?? newTree(keptFor(kept));
        warmTrees.set(keptFor(kept), warm);
        return make(warm, candidate);
      },
      cleanUp: ({ kept }, end) => {
        if (end === "interrupted") warmTrees.get(keptFor(kept))?.distrust();
      },
    };
  };
  const installedAnew = (files: ReadonlyMap<string, string>): InstalledCandidate => {
    const { install, installAnew } = manager;
    return installAnew === undefined ? { files, install } : { files, install: installAnew, fresh: true, anew: true };
  };
  const watchedWorld: LockedWorlds["watchedWorld"] = (files, { anew }) => {
    const candidate: InstalledCandidate = anew ? installedAnew(files) : { files, install: manager.install };
    const world = worldWith(candidate);
    const found = new Map<string, string>();
    const cleanUp: World["cleanUp"] = (folders, end) => {
      const copy = join((candidate.fresh ?? request.fresh) ? folders.folder : folders.kept, "tree", project.inside);
      for (const path of files.keys()) {
        try {
          found.set(path, readFileSync(join(copy, path), "utf8"));
        } catch {} // a test has removed it
      }
      world.cleanUp?.(folders, end);
    };
    return { world: { ...world, cleanUp }, left: (path) => found.get(path) };
  };
  const newWorld = (set: DeltaSet) => worldWith(installedAnew(candidateFiles(context, set)));
  const world = (set: DeltaSet) => worldWith({ files: candidateFiles(context, set), install: manager.install });
  return { notes, worldWith, watchedWorld, newWorld, world };
}
