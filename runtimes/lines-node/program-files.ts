import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import type { LinesPlan } from "../protocol/lines.ts";

/** Which files are the program's own: those under the project's folder that no package manager installed. */
export class ProgramFiles {
  readonly #root: string;
  /** With a separator at the end. The loader resolves symbolic links, but a command may name a file through one. */
  readonly #folders: readonly string[];
  readonly #fixed: ReadonlySet<string>;

  constructor({ root, fixed = [] }: LinesPlan) {
    this.#root = realPath(resolve(root));
    this.#folders = [...new Set([resolve(root), this.#root])].map((each) => (each.endsWith(sep) ? each : each + sep));
    this.#fixed = new Set(fixed.flatMap((each) => [resolve(root, each), realPath(resolve(root, each))]));
  }

  has(path: string): boolean {
    const name = this.nameOf(path);
    return name !== path && !name.split(sep).includes("node_modules");
  }

  isFixed(path: string): boolean {
    return this.#fixed.has(path);
  }

  /** The path below the root; the path itself if it is not there. */
  nameOf(path: string): string {
    const folder = this.#folders.find((each) => path.startsWith(each));
    return folder === undefined ? path : path.slice(folder.length);
  }

  /** The path of a name. */
  pathOf(name: string): string {
    return resolve(this.#root, name);
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
