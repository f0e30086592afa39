import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the project: the same from the sources and from what is compiled of them into `.tools`. */
export const root = projectAbove(import.meta.dirname);

function projectAbove(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : projectAbove(dirname(folder));
}
