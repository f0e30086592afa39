import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder around a project: the repository that it is in, or else the folder itself. */
export function projectRoot(cwd: string): string {
  let folder = cwd;
  while (!existsSync(join(folder, ".git"))) {
    if (dirname(folder) === folder) return cwd;
    folder = dirname(folder);
  }
  return folder;
}
