import { commandLine } from "../../core/command-line.ts";
import type { DeltaSet } from "../../core/delta-set.ts";
import { listText } from "../../core/list-text.ts";
import type { Changes } from "../../world/changes/version-diff.ts";

/** Maximum number of files that are named. */
const maxFiles = 3;

/** What to ask next if the cause is that files were added: a test that is new says nothing about the code that it tests. */
export function newFilesNotes({ changes }: Pick<Changes, "changes">, cause: DeltaSet): string[] {
  const all = Array.from(cause, (i) => changes[i]!);
  if (!all.every(({ kind }) => kind === "added")) return [];
  const files = all.map(({ newPath }) => newPath!);
  const they = files.length === 1 ? "it tests" : "they test";
  const kept = files.length > maxFiles ? "GLOB" : commandLine([files.join(",")]);
  return [
    `The old version does not have ${listText(files, { max: maxFiles })}. If ${they} the rest, find what else changed with: --keep ${kept}`,
  ];
}
