/** Stands for the folder of a test on the worker, which nobody knows before it runs there; `worker.pl` has the same. */
const placeholder = "@culprit-root-8d1f6a3c@";

/** A folder of this machine, and where it is below the folder of the test on the worker. */
export interface MappedPath {
  readonly here: string;
  readonly there: string;
}

/** Translates paths of this machine to those of a worker, and back. */
export class MappedPaths {
  readonly #paths: readonly MappedPath[];
  readonly #pattern: RegExp;

  constructor(paths: readonly MappedPath[]) {
    // Of two folders, one of which is in the other, the inner one comes first.
    this.#paths = [...paths].sort((a, b) => b.here.length - a.here.length);
    const some = this.#paths.map(({ here }) => here.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
    // A path ends where another character than that of a name follows.
    this.#pattern = new RegExp(`(?:${some})(?![\\w.-])`, "g");
  }

  /** A text in which paths are those of the worker. */
  toWorker(text: string): string {
    if (this.#paths.length === 0) return text;
    return text.replace(this.#pattern, (here) => placeholder + this.#paths.find((each) => each.here === here)!.there);
  }

  /** What a test printed, or wrote, with the paths of this machine again. */
  fromWorker(text: string, root: string): string {
    let result = text;
    for (const { here, there } of [...this.#paths].sort((a, b) => b.there.length - a.there.length)) {
      result = result.replaceAll(root + there, here);
    }
    return result;
  }

  /** Where a path of this machine is below the folder of the test; undefined: it is not there. */
  below(path: string): string | undefined {
    const found = this.#paths.find(({ here }) => path === here || path.startsWith(`${here}/`));
    return found && found.there + path.slice(found.here.length);
  }
}
