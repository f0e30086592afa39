import { isAbsolute, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Which files are the program's own: those below the project's folder that no package manager has put there. */
export class OwnFiles {
  readonly #root: string;
  readonly #known = new Map<string, string | undefined>();

  constructor(root: string) {
    this.#root = root.endsWith(sep) ? root : root + sep;
  }

  /** The path of a script's file, if it is the program's own. */
  pathOf(url: string): string | undefined {
    if (!this.#known.has(url)) this.#known.set(url, this.#pathOf(url));
    return this.#known.get(url);
  }

  has(path: string): boolean {
    return path.startsWith(this.#root) && !path.startsWith(ours) && !this.isInstalled(path);
  }

  /** Whether a package manager has put it there. */
  isInstalled(path: string): boolean {
    const below = path.startsWith(this.#root) ? path.slice(this.#root.length) : path;
    return below.split(sep).includes("node_modules");
  }

  /** What a compiler has made of the program's own files is its own, wherever it lies. Answers as `pathOf`. */
  adopt(url: string, sourcesOf: (path: string) => readonly string[]): string | undefined {
    const path = url.startsWith("file:") ? fileURLToPath(url) : url;
    if (!isAbsolute(path) || path.startsWith(ours) || this.isInstalled(path)) return undefined;
    if (!sourcesOf(path).some((source) => this.has(source))) return undefined;
    for (const name of [url, path]) this.#known.set(name, path);
    return path;
  }

  #pathOf(url: string): string | undefined {
    const path = url.startsWith("file:") ? fileURLToPath(url) : url;
    return this.has(path) ? path : undefined;
  }
}

const ours = join(import.meta.dirname, sep);

/** Whether a file is the one that a user calls `name`: its path, or the end of it. */
export function isCalled(path: string, name: string): boolean {
  return isAbsolute(name) ? path === name : path.endsWith(join(sep, name));
}
