import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Placed } from "../../world/changes.ts";
import type { Item } from "../../world/version.ts";

/** What leads from one state of some paths to another, as a patch that `git apply` takes: modes, links, binaries and all. */
export function patchBetween(from: readonly Placed[], to: readonly Placed[]): string {
  const folder = mkdtempSync(join(tmpdir(), "culprit-patch-"));
  try {
    for (const name of ["a", "b"]) mkdirSync(join(folder, name));
    const before = new Map(from.map(({ path, item }) => [path, item]));
    for (const { path, item } of to) {
      const old = before.get(path);
      if (old === item) continue;
      if (old) put(join(folder, "a", path), old);
      if (item) put(join(folder, "b", path), item);
    }
    return difference(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function difference(cwd: string): string {
  const settings = ["-c", "core.quotepath=false", "-c", "core.autocrlf=false", "-c", "diff.noprefix=false"];
  const words = ["diff", "--no-index", "--no-prefix", "--binary", "--no-color", "--no-ext-diff", "--find-renames"];
  try {
    return execFileSync("git", [...settings, ...words, "a", "b"], { cwd, encoding: "utf8", maxBuffer: 2 ** 30 });
  } catch (error) {
    // With --no-index, exit 1 says that there are differences.
    const { status, stdout } = error as { readonly status?: number; readonly stdout?: string };
    if (status === 1 && stdout !== undefined) return stdout;
    throw error;
  }
}

function put(path: string, item: Item): void {
  mkdirSync(dirname(path), { recursive: true });
  if (item.kind === "link") symlinkSync(Buffer.from(item.bytes()), path);
  else writeFileSync(path, item.bytes(), { mode: item.executable ? 0o755 : 0o644 });
}

/** Makes a patch real in a folder, as the user would. */
export function applyPatch(folder: string, patch: string): void {
  execFileSync("git", ["apply", "--whitespace=nowarn"], {
    cwd: folder,
    input: patch,
    stdio: ["pipe", "ignore", "pipe"],
    // A repository around the folder is none of its business.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) },
  });
}
