import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

const maxFolders = 20_000;

/** Which source files are the program's own: those under a root folder. */
export class SourceFiles {
  readonly root: string;
  /** Paths of files by their names. */
  readonly #byName = new Map<string, string[]>();
  readonly #folders = new Set<string>();

  constructor(root: string, paths = javaFilesUnder(root)) {
    this.root = root;
    for (const path of paths) {
      const name = basename(path);
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), path]);
      this.#folders.add(dirname(path));
    }
  }

  /** Whether there may be sources of a package. */
  hasPackage(packagePath: string): boolean {
    for (const folder of this.#folders) if (endsWithPath(folder, packagePath)) return true;
    return false;
  }

  /** The file of this name in a folder for the package; of several, the one that is nearest to a folder of the class path. */
  find(packagePath: string, name: string, classPath: readonly string[] = []): string | undefined {
    const found = (this.#byName.get(name) ?? []).filter((path) => endsWithPath(dirname(path), packagePath));
    const nearness = (path: string) => Math.max(0, ...classPath.map((folder) => commonFolders(path, resolve(folder))));
    return found.toSorted((a, b) => nearness(b) - nearness(a) || a.length - b.length || (a < b ? -1 : 1))[0];
  }
}

function endsWithPath(folder: string, path: string): boolean {
  return path === "" || folder === path || folder.endsWith(`${sep}${path}`);
}

function commonFolders(a: string, b: string): number {
  const [ours, theirs] = [a.split(sep), b.split(sep)];
  const end = ours.findIndex((each, i) => each !== theirs[i]);
  return end === -1 ? ours.length : end;
}

/** Not in hidden folders. */
function javaFilesUnder(root: string): string[] {
  const files: string[] = [];
  const todo = [root];
  for (let i = 0; i < todo.length && i < maxFolders; i++) {
    for (const entry of entriesOf(todo[i]!)) {
      const path = join(todo[i]!, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules") todo.push(path);
      else if (entry.isFile() && entry.name.endsWith(".java")) files.push(path);
    }
  }
  return files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
