import { isAbsolute, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Which files are the program's own: those under the project's folder that no package manager installed. */
export class OwnFiles {
  readonly #root: string;
  readonly #paths = new Map<string, string | undefined>();

  constructor(root: string) {
    this.#root = root.endsWith(sep) ? root : root + sep;
  }

  /** The path of a script's file; undefined: it is not the program's own. */
  pathOf(url: string): string | undefined {
    if (!this.#paths.has(url)) {
      const path = filePath(url);
      this.#paths.set(url, this.has(path) ? path : undefined);
    }
    return this.#paths.get(url);
  }

  has(path: string): boolean {
    return path.startsWith(this.#root) && !path.startsWith(runtimeFolder) && !this.isInstalled(path);
  }

  /** Whether a package manager installed it. */
  isInstalled(path: string): boolean {
    const below = path.startsWith(this.#root) ? path.slice(this.#root.length) : path;
    return below.split(sep).includes("node_modules");
  }

  /** What was compiled from the program's own files is its own, wherever it lies. Returns what `pathOf` returns from now on. */
  adoptCompiled(url: string, sourcesOf: (path: string) => readonly string[]): string | undefined {
    const path = filePath(url);
    if (!isAbsolute(path) || path.startsWith(runtimeFolder) || this.isInstalled(path)) return undefined;
    if (!sourcesOf(path).some((source) => this.has(source))) return undefined;
    for (const name of [url, path]) this.#paths.set(name, path);
    return path;
  }
}

function filePath(url: string): string {
  return url.startsWith("file:") ? fileURLToPath(url) : url;
}

/** This is loaded as CommonJS. */
const runtimeFolder = join(__dirname, "..", sep);

/** Whether a user means this file by `name`: its path, or the end of it. */
export function isFileNamed(path: string, name: string): boolean {
  return isAbsolute(name) ? path === name : path.endsWith(join(sep, name));
}
