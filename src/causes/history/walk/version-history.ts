import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Placed } from "../../../world/changes/version-diff.ts";
import type { Repository } from "../../../world/git/repository.ts";
import { entriesOf, placedIn, writeTree } from "../../../world/git/write-tree.ts";
import { mergeTrees } from "../../../world/merge/merge-trees.ts";
import { commitVersion, type Version, workingTree } from "../../../world/tree/version.ts";
import { type Merge, type Series, topOf } from "../patches/patch-series.ts";

/**
 * The versions on the way back, bare and with patches. Trees are made with git's own machinery; what that makes goes to a
 * folder of ours, and nothing to the user's repository.
 */
export class Past {
  readonly repository: Repository;
  readonly #folder: string;
  readonly #line: readonly (string | null)[];
  readonly #trees = new Map<string, string>();
  readonly #versions = new Map<string, Version>();

  /** `line`: commits, the newest first; null: the working tree. */
  constructor(repository: Repository, line: readonly (string | null)[], folder: string) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#line = line;
    this.repository = repository.withObjectsIn(join(folder, "objects"));
  }

  get oldest(): number {
    return this.#line.length - 1;
  }

  /** Undefined: the working tree. */
  commitAt(number: number): string | undefined {
    return this.#line[number] ?? undefined;
  }

  nameAt(number: number): string {
    return this.commitAt(number)?.slice(0, 10) ?? "the working tree";
  }

  /** The tree of a version, by its name in git. */
  treeOf(commit: string | undefined): string {
    const known = this.#trees.get(commit ?? "");
    if (known !== undefined) return known;
    const tree = commit === undefined ? this.#workingTree() : this.repository.text(["rev-parse", `${commit}^{tree}`]);
    this.#trees.set(commit ?? "", tree);
    return tree;
  }

  #workingTree(): string {
    const head = this.#line.find((commit) => commit !== null)!;
    const placed = placedIn(workingTree(this.repository), commitVersion(this.repository, head, "HEAD"));
    return this.treeWith(this.treeOf(head), placed);
  }

  /** A version with patches, to be tested and compared. */
  versionOf(series: Series, commit: string | undefined): Version {
    const tree = topOf(series);
    const key = `${tree} ${commit}`;
    const name = `${commit?.slice(0, 10) ?? "the working tree"}${withPatches(series.cures.length)}`;
    const known = this.#versions.get(key) ?? this.#versionAt(tree, name, commit);
    this.#versions.set(key, known);
    return known;
  }

  #versionAt(tree: string, name: string, commit: string | undefined): Version {
    // A tree is no commit, though it is read as one.
    const { commit: _, ...version } = commitVersion(this.repository, tree, name);
    return { ...version, ...(commit === undefined ? { root: this.repository.root } : { commit }) };
  }

  /** A tree with some of its paths changed. */
  treeWith(tree: string, placed: readonly Placed[]): string {
    return writeTree(this.repository, tree, entriesOf(this.repository, placed), join(this.#folder, "index"));
  }

  readonly merge: Merge = (base, ours, theirs, favour) =>
    mergeTrees(this.repository, { base, ours, theirs }, { favour, index: join(this.#folder, "index") });

  /** The tree that a patch makes of another one, as `git am` would. */
  patched(tree: string, patch: Uint8Array): string {
    const env = { GIT_INDEX_FILE: join(this.#folder, "index") };
    try {
      this.repository.bytes(["read-tree", tree], { env });
      this.repository.bytes(["apply", "--cached", "--whitespace=nowarn"], { env, input: patch });
      return this.repository.text(["write-tree"], { env });
    } finally {
      rmSync(env.GIT_INDEX_FILE, { force: true });
    }
  }

  /** What leads from one tree to another, as a patch. */
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
