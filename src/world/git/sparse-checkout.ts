import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoredFile } from "./attributes.ts";
import type { Repository } from "./repository.ts";

/** Whether a checkout creates a path, by path, as far as git was asked. */
const known = new WeakMap<Repository, Map<string, boolean>>();

/** Of these files, those that a checkout here would create: all, unless the checkout is sparse. */
export function filesInCheckout<F extends StoredFile>(repository: Repository, files: readonly F[]): readonly F[] {
  if (repository.setting("core.sparseCheckout") !== "true") return files;
  const isWanted = known.get(repository) ?? new Map<string, boolean>();
  known.set(repository, isWanted);
  const unknown = files.filter(({ path }) => !isWanted.has(path));
  for (const [path, wanted] of askGit(repository, unknown)) isWanted.set(path, wanted);
  return files.filter(({ path }) => isWanted.get(path) !== false);
}

/** Git applies its patterns to an index of these files, and marks those that it would skip. Nothing is checked out. */
function askGit(repository: Repository, files: readonly StoredFile[]): [string, boolean][] {
  if (files.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), "culprit-sparse-"));
  try {
    mkdirSync(join(folder, "tree"));
    const scratch = repository.withWorkTree(join(folder, "tree"));
    const env = { GIT_INDEX_FILE: join(folder, "index") };
    const input = files.map(({ path, id }) => `100644 ${id}\t${path}\0`).join("");
    scratch.bytes(["update-index", "-z", "--index-info"], { env, input });
    scratch.bytes(["sparse-checkout", "reapply"], { env });
    const lines = scratch.fields(["ls-files", "-t", "-z"], { env });
    return lines.map((line) => [line.slice(2), !line.startsWith("S ")]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
