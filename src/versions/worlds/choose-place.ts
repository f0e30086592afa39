import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { overlayObstacle } from "../../trial/isolation/overlays.ts";
import type { Repository } from "../../world/git/repository.ts";
import { copiedPlace, splitBySize } from "./copied-place.ts";
import { linkedFolders } from "./linked-folders.ts";
import { isWithin } from "./links.ts";
import { folderAsItIs, type OverlaidFolder, overlaidPlace } from "./overlaid-place.ts";
import type { PlaceOptions, TreePlace, TreeView } from "./tree-place.ts";
import { linksAmong, type Unversioned } from "./unversioned.ts";

/** Where the trees of a run are, and what they have besides the files of a version. */
export interface ChosenPlace {
  /** Why trees are copies at other paths; undefined: the test sees them in the place of the user's folder. */
  readonly obstacle?: string;
  /** What is in the user's folder and in no tree. */
  readonly missing: readonly string[];
  readonly placeWith: (options: PlaceOptions) => TreePlace;
  /** How a test sees the user's folder itself, without any tree; `layer` gets what it writes. Undefined: that is impossible. */
  readonly folderAsItIs?: (layer: string) => TreeView;
}

/** The user's folder, and what is in it. */
export interface UserFolder {
  readonly repository: Repository;
  /** Where the user stands in it; absolute. */
  readonly cwd: string;
  /** Whether new files belong to no version: neither of the two is the working tree. */
  readonly untracked: boolean;
  readonly unversioned: readonly Unversioned[];
  /** The words of the test, and the build. */
  readonly commands: readonly string[];
}

/** Trees take the place of the user's folder if an overlay can be mounted there; otherwise they are copies. */
export function choosePlace(folder: UserFolder, { copy }: { readonly copy: boolean }): ChosenPlace {
  const { root } = folder.repository;
  const apart = repositoryApart(folder.repository);
  const obstacle = copy
    ? "--copy was given"
    : (outsider(root, folder.commands) ?? overlayObstacle(root) ?? apart.map(overlayObstacle).find(Boolean));
  if (obstacle !== undefined)
    return { obstacle, ...copying(folder.unversioned, { missing: [".git"], folders: [root] }) };
  const overlaid = overlaidFolder(folder, apart);
  return {
    missing: [],
    placeWith: (options) => overlaidPlace(overlaid, options),
    folderAsItIs: (layer) => folderAsItIs(overlaid, layer),
  };
}

/** What else is known about trees that are copies. */
export interface CopyOptions {
  /** What they lack in any case. */
  readonly missing?: readonly string[];
  /** The user's folders that they are copies of. */
  readonly folders?: readonly string[];
}

/** Trees that are copies. */
export function copying(all: readonly Unversioned[], options: CopyOptions = {}): Omit<ChosenPlace, "obstacle"> {
  const { missing = [], folders = [] } = options;
  const { copied, tooLarge } = splitBySize(all);
  return {
    missing: [...missing, ...tooLarge.map(({ path }) => path)],
    placeWith: ({ replaced, without }) => {
      const left = new Set([...replaced, ...without]);
      const kept = copied.filter(({ path }) => !left.has(path));
      return copiedPlace(kept, folders);
    },
  };
}

const daemonProjects = /^(?:gradlew|(?:build|settings)\.gradle(?:\.kts)?|WORKSPACE(?:\.bazel)?|MODULE\.bazel)$/;

/** A program that runs outside of the test and would see the user's own folder there, as far as that can be guessed. */
export function outsider(home: string, commands: readonly string[]): string | undefined {
  if (commands.some((command) => /\b(?:docker|podman)\b/.test(command)))
    return "containers would see your folder, not the candidate";
  const daemon = readdirSync(home).find((name) => daemonProjects.test(name));
  return daemon && `${daemon}: a running build daemon would see your folder, not the candidate`;
}

/** The repository of a worktree, if it is elsewhere. A folder around the user's own cannot be given another content. */
function repositoryApart(repository: Repository): string[] {
  const home = repository.root;
  const common = resolve(home, repository.text(["rev-parse", "--git-common-dir"]));
  return isWithin(home, common) || isWithin(common, home) ? [] : [common];
}

function overlaidFolder(folder: UserFolder, apart: readonly string[]): OverlaidFolder {
  const { repository, cwd, untracked, unversioned } = folder;
  const home = repository.root;
  const isModule = new Set(unversioned.filter(({ kind }) => kind !== "other").map(({ path }) => path));
  const others = untracked ? [] : repository.fields(["ls-files", "-z", "--others", "--exclude-standard"]);
  // A repository in it is listed with a slash, and is as it lies there.
  const files = [...repository.fields(["ls-files", "-z"]), ...others].filter((path) => !path.endsWith("/"));
  const versioned = new Set(files.filter((path) => !/(^|\/)node_modules(\/|$)/.test(path) && !isModule.has(path)));
  const outside = [...linkedFolders(home, linksAmong(unversioned)), ...apart];
  const records = [...new Set(["", relative(home, cwd)])].map((place) => join(place, ".culprit"));
  return { home, versioned, outside, records };
}
