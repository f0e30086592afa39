import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Placed } from "../../world/changes/version-diff.ts";
import { noRepository } from "../../world/git/git-variables.ts";
import { runGit } from "../../world/git/run-git.ts";
import { modeOf } from "../../world/tree/version.ts";

/**
 * A patch from one state of some paths to another, for `git apply`: with modes, links, binaries and renames. Git makes it
 * in a temporary repository in `folder`.
 */
export function patchBetween(from: readonly Placed[], to: readonly Placed[], folder: string): Buffer {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  try {
    git(folder, ["init", "--quiet", "--bare"]);
    const before = new Map(from.map(({ path, item }) => [path, item]));
    const differing = to.filter(({ path, item }) => before.get(path) !== item);
    const old = differing.map(({ path }) => ({ path, item: before.get(path) }));
    const [a, b] = [writeTree(folder, old), writeTree(folder, differing)];
    const plain = ["--binary", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/"];
    return git(folder, ["diff-tree", "-r", "-p", "--find-renames", ...plain, a, b]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes paths and their contents into the repository, unfiltered; returns the hash of the tree. */
function writeTree(folder: string, placed: readonly Placed[]): string {
  const there = placed.flatMap(({ path, item }) => (item ? [{ path, item }] : []));
  const files = there.map(({ item }, i) => {
    const file = join(folder, `content-${i}`);
    writeFileSync(file, item.bytes());
    return `${file}\n`;
  });
  const ids = git(folder, ["hash-object", "-w", "--no-filters", "--stdin-paths"], files.join(""))
    .toString()
    .split("\n");
  const entries = there.map(({ path, item }, i) => `${modeOf(item)} ${ids[i]}\t${path}\0`);
  git(folder, ["read-tree", "--empty"]);
  git(folder, ["update-index", "-z", "--index-info"], entries.join(""));
  return git(folder, ["write-tree"]).toString().trim();
}

function git(folder: string, words: readonly string[], input = ""): Buffer {
  const settings = ["-c", "core.quotePath=false", "-c", `core.attributesFile=${join(folder, "none")}`];
  return runGit([`--git-dir=${folder}`, ...settings, ...words], {
    cwd: folder,
    input,
    env: { ...process.env, ...noRepository, GIT_INDEX_FILE: join(folder, "index") },
  });
}

/** Applies a patch in a folder, as the user would. */
export function applyPatch(folder: string, patch: Uint8Array): void {
  runGit(["-c", "core.autocrlf=false", "apply", "--whitespace=nowarn"], {
    cwd: folder,
    input: patch,
    // Git must not find a repository around the folder.
    env: { ...process.env, ...noRepository, GIT_CEILING_DIRECTORIES: dirname(folder) },
  });
}
