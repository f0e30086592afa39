import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Experiment, World } from "../../trial/laboratory.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import type { InstalledPackage } from "../../world/packages/incremental-install.ts";
import type { PackageSides } from "../../world/packages/package-list.ts";
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
  const place = project.home === undefined ? project.inside : relative(project.home, cwd);
  const make = (warm: WarmProject, { packages, edits }: PackagesCandidate) => {
    warm.tree.become(tree);
    warm.packages.become(packages);
    if (edits) {
      edits.make(join(warm.tree.folder, project.inside));
      for (const path of edits.paths) warm.packages.markChanged(path);
    }
    return experimentIn(join(warm.tree.folder, place), { words, request });
  };
  const contentOf = ({ packages, edits }: PackagesCandidate) =>
    contentHash(JSON.stringify([hash, build, packages.map(({ path, id }) => [path, id]), edits?.content]));
  const freshWorld = (candidate: PackagesCandidate): World => ({
    content: contentOf(candidate),
    make: (folder) => make(warmProject(folder, project.inside), candidate),
  });
  const warmProjects = new Map<string, WarmProject>();
  const world = (candidate: PackagesCandidate): World => ({
    content: contentOf(candidate),
    make: (_, keptFolder) => {
      const warm = warmProjects.get(keptFolder) ?? warmProject(keptFolder, project.inside);
      warmProjects.set(keptFolder, warm);
      return make(warm, candidate);
    },
    cleanUp: ({ kept }, end) => {
      if (end === "interrupted") warmProjects.get(kept)?.tree.distrust();
    },
  });
  return { notes, freshWorld, world: fresh ? freshWorld : world };
}

function experimentIn(
  folder: string,
  { words, request }: { readonly words: readonly string[]; readonly request: PackagesRequest },
): Experiment {
  const { build, cwd } = request;
  mkdirSync(folder, { recursive: true });
  return {
    argv: words,
    cwd: folder,
    ...(build === undefined ? {} : { build: ["sh", "-c", build] }),
    environment: { CULPRIT_CWD: cwd },
    stdin: undefined,
    candidate: [],
  };
}
