import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Placed } from "../../../world/changes/version-diff.ts";
import { attributesFilesIn, withAttributes } from "../../../world/git/attributes.ts";
import type { Repository } from "../../../world/git/repository.ts";
import { entriesOf, placedIn, type TreeEntry, writeTree } from "../../../world/git/write-tree.ts";
import { makeCommit, mergeTrees } from "../../../world/merge/merge-trees.ts";
import { commitVersion } from "../../../world/tree/commit-version.ts";
import type { Version } from "../../../world/tree/version.ts";
import { type MergeTrees, type PatchSeries, topTree } from "../patches/patch-series.ts";

/** Where a walk back can stop. */
export interface VersionsToWalk {
  /** The newest first; null is the working tree. */
  readonly commits: readonly (string | null)[];
  readonly working: Version;
}

/**
 * The versions to walk back over, bare and with patches. Git writes the trees that are made here into a folder of the run,
 * nothing into the user's repository.
 */
export class VersionHistory {
  readonly repository: Repository;
  readonly #folder: string;
  readonly #commits: readonly (string | null)[];
  readonly #working: Version;
  readonly #trees = new Map<string, string>();
  readonly #versions = new Map<string, Version>();

  constructor(repository: Repository, { commits, working }: VersionsToWalk, folder: string) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#commits = commits;
    this.#working = working;
    this.repository = repository.withObjectsIn(join(folder, "objects"));
  }

  /** The number of the oldest version; the newest is 0. */
  get oldest(): number {
    return this.#commits.length - 1;
  }

  /** Undefined for the working tree. */
  commitAt(number: number): string | undefined {
    return this.#commits[number] ?? undefined;
  }

  nameAt(number: number): string {
    return this.commitAt(number)?.slice(0, 10) ?? "the working tree";
  }

  /** The hash of a version's tree. */
  treeOf(commit: string | undefined): string {
    const known = this.#trees.get(commit ?? "");
    if (known !== undefined) return known;
    const tree = commit === undefined ? this.#workingTree() : this.repository.text(["rev-parse", `${commit}^{tree}`]);
    this.#trees.set(commit ?? "", tree);
    return tree;
  }

  #workingTree(): string {
    const head = this.#commits.find((commit) => commit !== null)!;
    const placed = placedIn(this.#working, commitVersion(this.repository, head, "HEAD"));
    return this.#write(this.treeOf(head), entriesOf(this.repository, placed));
  }

  /** A version with patches, to be tested and compared. */
  versionOf(series: PatchSeries, commit: string | undefined): Version {
    const tree = topTree(series);
    const key = `${tree} ${commit}`;
    const name = `${commit?.slice(0, 10) ?? "the working tree"}${withPatches(series.cures.length)}`;
    const known = this.#versions.get(key) ?? this.#readVersion(tree, name, commit);
    this.#versions.set(key, known);
    return known;
  }

  #readVersion(tree: string, name: string, commit: string | undefined): Version {
    // The tree is read like a commit, but it is none.
    const { commit: _, ...version } = commitVersion(this.repository, tree, name);
    const { root, parent } = this.#working;
    const working = { ...(root === undefined ? {} : { root }), ...(parent === undefined ? {} : { parent }) };
    return { ...version, ...(commit === undefined ? working : { commit }) };
  }

  /** Writes a tree with some of its paths changed; returns its hash. */
  treeWith(tree: string, placed: readonly Placed[]): string {
    const entries = withAttributes(this.repository, attributesFilesIn(this.repository, tree), (own) =>
      entriesOf(own, placed),
    );
    return this.#write(tree, entries);
  }

  #write(tree: string, entries: readonly TreeEntry[]): string {
    return writeTree(this.repository, tree, entries, join(this.#folder, "index"));
  }

  readonly merge: MergeTrees = (trees, favour) =>
    mergeTrees(this.repository, trees, { favour, index: join(this.#folder, "index") });

  /** A commit of a tree on others, for git to look into. */
  makeCommit(tree: string, parents: readonly string[]): string {
    return makeCommit(this.repository, tree, parents);
  }

  /** Applies a patch to a tree, as `git am` would; returns the hash of the result. */
  applyPatch(tree: string, patch: Uint8Array): string {
    const env = { GIT_INDEX_FILE: join(this.#folder, "index") };
    try {
      this.repository.bytes(["read-tree", tree], { env });
      this.repository.bytes(["apply", "--cached", "--whitespace=nowarn"], { env, input: patch });
      return this.repository.text(["write-tree"], { env });
    } finally {
      rmSync(env.GIT_INDEX_FILE, { force: true });
    }
  }

  /** The patch from one tree to another. */
  patchBetween(from: string, to: string): Buffer {
    const plain = ["--binary", "--full-index", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames"];
    const words = ["-c", "core.quotePath=false", "diff-tree", "-r", "-p", "--stat", "--summary", ...plain];
    return this.repository.bytes([...words, "--src-prefix=a/", "--dst-prefix=b/", from, to]);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function withPatches(count: number): string {
  if (count === 0) return "";
  return ` with ${count === 1 ? "the carried patch" : `${count} carried patches`}`;
}
