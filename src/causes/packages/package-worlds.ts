import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Experiment, World } from "../../trial/laboratory.ts";
import { contentHash } from "../../world/files/content-hash.ts";
import type { InstalledPackage } from "../../world/packages/incremental-install.ts";
import type { Stock } from "../../world/packages/installed-upgrades.ts";
import type { PackageSides } from "../../world/packages/package-list.ts";
import { type WarmProject, warmProject } from "../../world/packages/project-checkout.ts";
import { treeHash } from "../../world/tree/tree-hash.ts";
import { projectTree } from "./read-sides.ts";
import type { PackagesRequest } from "./request.ts";
import { readTest } from "./test-in-project.ts";

/** The upgrades, and what all candidates have in common. */
export interface Setting extends Stock {
  readonly notes: readonly string[];
  readonly world: (candidate: Candidate) => World;
  /** The same in a folder that no test has seen. */
  readonly freshWorld: (candidate: Candidate) => World;
}

/** What is installed in a world. */
export interface Candidate {
  readonly packages: readonly InstalledPackage[];
  /** Changes made to some of the packages. */
  readonly edited?: Edited;
}

export interface Edited {
  /** Where the packages are. */
  readonly paths: readonly string[];
  /** A name for what comes of it. */
  readonly content: string;
  /** Makes the changes in the project's folder. */
  readonly edit: (folder: string) => void;
}

export function settingOf(request: PackagesRequest, { project }: PackageSides, stock: Stock): Setting {
  const { cwd, build } = request;
  const { words, rewritten } = readTest(request.test, cwd, project.home);
  const tree = projectTree(project, request);
  const hash = treeHash(tree);
  const place = project.home === undefined ? project.inside : relative(project.home, cwd);
  const experiment = (folder: string): Experiment => {
    const inside = join(folder, place);
    mkdirSync(inside, { recursive: true });
    return {
      argv: words,
      cwd: inside,
      ...(build === undefined ? {} : { build: ["sh", "-c", build] }),
      environment: { CULPRIT_CWD: cwd },
      stdin: undefined,
      candidate: [],
    };
  };
  const make = (warm: WarmProject, { packages, edited }: Candidate) => {
    warm.tree.become(tree);
    warm.packages.become(packages);
    if (edited) {
      edited.edit(join(warm.tree.folder, project.inside));
      for (const path of edited.paths) warm.packages.markChanged(path);
    }
    return experiment(warm.tree.folder);
  };
  const content = ({ packages, edited }: Candidate) =>
    contentHash(JSON.stringify([hash, build, packages.map(({ path, id }) => [path, id]), edited?.content]));
  const warmProjects = new Map<string, WarmProject>();
  const freshWorld = (candidate: Candidate): World => ({
    content: content(candidate),
    make: (folder) => make(warmProject(folder, project.inside), candidate),
  });
  return {
    ...stock,
    notes: rewritten,
    freshWorld,
    world: (candidate) =>
      request.fresh
        ? freshWorld(candidate)
        : {
            content: content(candidate),
            make: (_, keptFolder) => {
              const warm = warmProjects.get(keptFolder) ?? warmProject(keptFolder, project.inside);
              warmProjects.set(keptFolder, warm);
              return make(warm, candidate);
            },
            cleanUp: ({ kept }, end) => {
              if (end === "interrupted") warmProjects.get(kept)?.tree.distrust();
            },
          },
  };
}
