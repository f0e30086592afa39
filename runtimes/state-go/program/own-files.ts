import { existsSync, realpathSync } from "node:fs";

/** Which source files are the program's own: those under a root folder, but none of Go itself or of other people's modules. */
export class OwnFiles {
  readonly #roots: readonly string[] | undefined;
  readonly #goRoot: string | undefined;

  /** `goRoot` is the folder of Go's own sources, as the program was built with it. */
  constructor(root: string | undefined, goRoot: string | undefined) {
    this.#goRoot = goRoot;
    this.#roots = root === undefined ? undefined : [root, existsSync(root) ? realpathSync(root) : root].map(asFolder);
  }

  contains(path: string): boolean {
    if (!path.startsWith("/") || /\/pkg\/mod\/|\/vendor\//.test(path)) return false;
    if (this.#goRoot !== undefined && path.startsWith(asFolder(this.#goRoot))) return false;
    return this.#roots === undefined || this.#roots.some((root) => path.startsWith(root));
  }
}

/** `/usr/local/go` from the path of a file of Go's own. */
export function goRootOf(runtimeFile: string | undefined): string | undefined {
  return /^(.*)\/src\/runtime\/[^/]+$/.exec(runtimeFile ?? "")?.[1];
}

function asFolder(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}
