import {
  type Conversions,
  conversionsOf,
  isAttributesFile,
  type StoredFile,
  withAttributes,
} from "../git/attributes.ts";
import { blobId, type Repository } from "../git/repository.ts";

/** The files of a commit as git stores them, and how a checkout of that commit would convert them. */
export class StoredFiles {
  readonly #repository: Repository;
  readonly #attributes: readonly StoredFile[];
  readonly #conversions: Conversions;
  readonly #files: ReadonlyMap<string, string>;

  constructor(repository: Repository, files: readonly StoredFile[]) {
    this.#repository = repository;
    this.#attributes = files.filter(({ path }) => isAttributesFile(path));
    this.#files = new Map(files.map(({ path, id }) => [path, id]));
    this.#conversions =
      this.#attributes.length === 0
        ? { byPath: new Map(), unfiltered: new Map() }
        : withAttributes(repository, this.#attributes, (own) => conversionsOf(own, [...this.#files.keys()]));
  }

  /** The contents as a checkout would have them. */
  contents(paths: readonly string[]): Uint8Array[] {
    if (paths.length === 0) return [];
    const files = paths.map((path) => ({ path, id: this.#files.get(path)! }));
    return withAttributes(this.#repository, this.#attributes, (own) => own.contents(files));
  }

  /** What the user should know about files that are not as they should be. */
  get notes(): string[] {
    return Array.from(this.#conversions.unfiltered, ([filter, paths]) => {
      const more = paths.length > 1 ? ` and ${paths.length - 1} more` : "";
      return filter === "lfs"
        ? `Git LFS is not set up here, so versions from git contain a pointer instead of ${paths[0]}${more}. To set it up: git lfs install && git lfs fetch --all`
        : `The filter ${filter} is not set up here, so versions from git contain ${paths[0]}${more} unfiltered.`;
    });
  }

  /**
   * A name for the content of a file as a checkout would have it: the same only for the same content. What a program of the
   * user's converts is named without running that program.
   */
  idOf(path: string): string {
    const id = this.#files.get(path)!;
    const conversion = this.#conversions.byPath.get(path);
    if (!conversion) return id;
    const { key, filter } = conversion;
    if (filter !== undefined) return nameOfFiltered(id, key);
    const known = convertedIds(this.#repository);
    if (!known.has(`${id} ${key}`)) this.#nameConverted();
    return known.get(`${id} ${key}`)!;
  }

  /** All at once: each call of git takes longer than a file. */
  #nameConverted(): void {
    const known = convertedIds(this.#repository);
    const missing = [...this.#conversions.byPath].flatMap(([path, { key, filter }]) => {
      const name = `${this.#files.get(path)!} ${key}`;
      return filter === undefined && !known.has(name) ? [{ path, name }] : [];
    });
    for (const [i, bytes] of this.contents(missing.map(({ path }) => path)).entries())
      known.set(missing[i]!.name, blobId(bytes));
  }
}

/**
 * Names for those unchanged files of the working tree that git converted when it checked them out, given the ids of what
 * it stores. Undefined if only reading the file tells: it may have been checked out by other attributes.
 */
export function namesOfConverted(
  repository: Repository,
  stored: ReadonlyMap<string, string>,
): Map<string, string | undefined> {
  if (![...stored.keys()].some(isAttributesFile)) return new Map();
  const { byPath } = conversionsOf(repository, [...stored.keys()]);
  return new Map(
    Array.from(byPath, ([path, { key, filter }]) => [
      path,
      filter === undefined ? undefined : nameOfFiltered(stored.get(path)!, key),
    ]),
  );
}

function nameOfFiltered(id: string, key: string): string {
  return blobId(Buffer.from(`${id} ${key}`));
}

const ids = new WeakMap<Repository, Map<string, string>>();

/** The names of converted contents, by the stored content and its conversion. */
function convertedIds(repository: Repository): Map<string, string> {
  const known = ids.get(repository) ?? new Map<string, string>();
  ids.set(repository, known);
  return known;
}
