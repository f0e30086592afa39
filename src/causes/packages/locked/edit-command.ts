import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { wordsForSh } from "../../../core/command-line.ts";
import type { Placed } from "../../../world/changes/version-diff.ts";
import { writeItem } from "../../../world/tree/write-item.ts";

/** What becomes of files of an installed package. */
export interface PackageEdit {
  /** A command for sh that prints the folders that have them. */
  readonly find: string;
  /** Files in each of these folders; without an item, there is none. */
  readonly placed: readonly Placed[];
}

/**
 * A command for sh that puts files into an installed package, wherever it is; until then they lie in `folder`. It fails where there
 * is no such package. What is there is removed first: it may be a link into the manager's cache.
 */
export function editCommand(folder: string, { find, placed }: PackageEdit): string {
  rmSync(folder, { recursive: true, force: true });
  const files = join(folder, "files");
  mkdirSync(files, { recursive: true });
  for (const { path, item } of placed) if (item) writeItem(join(files, path), item);
  const removed = placed.flatMap(({ path }) => [path, ...compiledFrom(path)]);
  writeFileSync(join(folder, "removed"), removed.map((path) => `${path}\0`).join(""));
  const [list, found, all] = ["removed", "found", "files"].map((name) => wordsForSh([join(folder, name)]));
  const edit = `cd "$each" && xargs -0 rm -rf -- < ${list} && cp -RP ${all}/. .`;
  return `{ ${find}; } > ${found} && test -s ${found} && while IFS= read -r each; do (${edit}) || exit 1; done < ${found}`;
}

/** Python goes by the size of a source and by its time in whole seconds, and two candidates may have both. */
function compiledFrom(path: string): string[] {
  return path.endsWith(".py") ? [join(dirname(path), "__pycache__")] : [];
}
