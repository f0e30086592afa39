import { basename, join, relative } from "node:path";
import type { World } from "../../trial/laboratory.ts";
import { placedFiles, treeWith } from "../../versions/packages/locked/installation.ts";
import { choosePlace, copying } from "../../versions/worlds/choose-place.ts";
import { experimentIn } from "../../versions/worlds/experiment.ts";
import type { TreePlace } from "../../versions/worlds/tree-place.ts";
import { readUnversioned } from "../../versions/worlds/unversioned.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import { Repository } from "../../world/git/repository.ts";
import type { InstalledPackage } from "../../world/packages/incremental-install.ts";
import type { PackageSides, Project } from "../../world/packages/package-list.ts";
import { type WarmProject, warmProject } from "../../world/packages/project-checkout.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import { projectTree } from "./read-sides.ts";
import type { PackagesRequest } from "./request.ts";
import { testInProject } from "./test-in-project.ts";

/** How installed packages become a world: a copy of the project with them. */
export interface PackageWorlds {
  /** What the user should know about how the test was adapted. */
  readonly notes: readonly string[];
  readonly world: (candidate: PackagesCandidate) => World;
  /** The same in a new folder that no test has used. */
  readonly freshWorld: (candidate: PackagesCandidate) => World;
}

export interface PackagesCandidate {
  readonly packages: readonly InstalledPackage[];
  /** Files of the project that are other than in NEW, by their paths from the lockfile's folder on. */
  readonly files?: ReadonlyMap<string, string>;
  readonly edits?: PackageEdits;
}

/** Changes to files inside some of the packages. */
export interface PackageEdits {
  /** The paths of these packages. */
  readonly paths: readonly string[];
  /** A hash of the changed files. */
  readonly content: string;
  /** Makes the changes in a copy of the project. */
  readonly make: (folder: string) => void;
}

export function packageWorlds(request: PackagesRequest, { project }: PackageSides): PackageWorlds {
  const { cwd, build, fresh } = request;
  const { words, notes } = testInProject(request.test, cwd, project.home);
  const tree = projectTree(project, request);
  const hash = treeHash(tree);
  const test = { request, words, place: project.home === undefined ? project.inside : relative(project.home, cwd) };
  const place = placeOf(request, project, ["node_modules"]);
  const treeOf = ({ files }: PackagesCandidate) => (files ? treeWith(tree, placedFiles(project.inside, files)) : tree);
  const make = (warm: WarmProject, candidate: PackagesCandidate) => {
    const { packages, edits } = candidate;
    const own = treeOf(candidate);
    warm.tree.become(own);
    warm.packages.become(packages);
    if (edits) {
      edits.make(join(warm.tree.folder, project.inside));
      for (const path of edits.paths) warm.packages.markChanged(path);
    }
    const { folder } = warm.tree;
    return experimentIn(place.view(folder, own), folder, test);
  };
  const contentOf = ({ packages, files, edits }: PackagesCandidate) => {
    const installed = packages.map(({ path, id }) => [path, id]);
    return contentHash(JSON.stringify([hash, build, installed, edits?.content, ...(files ? [[...files]] : [])]));
  };
  const freshWorld = (candidate: PackagesCandidate): World => ({
    content: contentOf(candidate),
    make: (folder) => make(warmProject(folder, project.inside, place.provided), candidate),
  });
  const warmProjects = new Map<string, WarmProject>();
  const world = (candidate: PackagesCandidate): World => ({
    content: contentOf(candidate),
    make: (_, keptFolder) => {
      const warm = warmProjects.get(keptFolder) ?? warmProject(keptFolder, project.inside, place.provided);
      warmProjects.set(keptFolder, warm);
      return make(warm, candidate);
    },
    cleanUp: ({ kept }, end) => {
      if (end === "interrupted") warmProjects.get(kept)?.tree.distrust();
    },
  });
  return { notes, freshWorld, world: fresh ? freshWorld : world };
}

/** The test sees the user's folder as it lies there, with other packages in the folders that are `installed`. */
export function placeOf(
  { cwd, test, build = "" }: Pick<PackagesRequest, "cwd" | "test" | "build">,
  { home, version }: Project,
  installed: readonly string[],
): TreePlace {
  const repository = Repository.containing(cwd);
  const isRepository = repository !== undefined && repository.root === home;
  if (!isRepository) return copying([]).placeWith({ replaced: [], without: [] });
  const untracked = version.root !== home;
  const unversioned = readUnversioned(repository, { untracked });
  const replaced = unversioned.map(({ path }) => path).filter((path) => installed.includes(basename(path)));
  const folder = { repository, cwd, untracked, unversioned, commands: [...test, build] };
  return choosePlace(folder, { copy: false }).placeWith({ replaced, without: [] });
}
