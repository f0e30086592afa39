import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { type Folder, newFolder } from "./culprit.ts";

/** A copy of a repository, to which one of its patches was applied as a user would. */
export function patchedCopy(folder: Folder, patch: string): Folder {
  const copy = newFolder();
  cpSync(folder.path, copy.path, { recursive: true });
  execFileSync("git", ["apply", patch], { cwd: copy.path });
  return copy;
}

/** The files of a repository that are not as they were committed. */
export function changedFiles({ path }: Folder): string[] {
  const text = execFileSync("git", ["diff", "--name-only"], { cwd: path, encoding: "utf8" });
  return text.split("\n").filter((line) => line !== "");
}
