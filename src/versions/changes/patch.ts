import { mkdirSync, rmSync } from "node:fs";
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
    const [a, b] = ["refs/heads/from", "refs/heads/to"] as const;
    // A limit of 1: one pack, rather than another process that unpacks it.
    const words = ["-c", "fastimport.unpackLimit=1", "fast-import", "--quiet"];
    git(folder, words, Buffer.concat([...commitStream(a, old), ...commitStream(b, differing)]));
    const plain = ["--binary", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/"];
    return git(folder, ["diff-tree", "-r", "-p", "--find-renames", ...plain, a, b]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What `git fast-import` makes a commit of, with some paths and their contents, unfiltered. */
function* commitStream(ref: string, placed: readonly Placed[]): Iterable<Buffer> {
  yield Buffer.from(`commit ${ref}\ncommitter culprit <culprit> 0 +0000\ndata 0\n`);
  for (const { path, item } of placed) {
    if (item === undefined) continue;
    const bytes = item.bytes();
    yield Buffer.from(`M ${modeOf(item)} inline ${quotePath(path)}\ndata ${bytes.length}\n`);
    yield Buffer.from(bytes);
    yield Buffer.from("\n");
  }
}

/** As in C, so that any path is one word. */
function quotePath(path: string): string {
  return `"${path.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

function git(folder: string, words: readonly string[], input: string | Buffer = ""): Buffer {
  const settings = ["-c", "core.quotePath=false", "-c", `core.attributesFile=${join(folder, "none")}`];
  return runGit([`--git-dir=${folder}`, ...settings, ...words], {
    cwd: folder,
    input,
    env: { ...process.env, ...noRepository },
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
