import { readlinkSync, type Stats } from "node:fs";
import { join, relative, resolve } from "node:path";
import { lstatIfThere } from "../../world/files/stat-if-there.ts";
import { fileBlob, hashFile } from "./blob.ts";
import { namesIn } from "./file-names.ts";
import { type LinkOutside, leadsOutside, type SentFolders, targetThere } from "./links.ts";
import { type TreeEntry, type TreeFile, TreeFolder } from "./tree-folder.ts";

export interface ReadOptions {
  /** Names that are left out at the top. */
  readonly except?: readonly string[];
  /** Whether a path is left out, at any depth. */
  readonly isLeftOut?: (path: string) => boolean;
  /** The times of files matter: a build may compare them. */
  readonly times: boolean;
  /** Of files that are as git has written them, the positions in its index, by path. */
  readonly positions?: ReadonlyMap<string, number>;
  /** For links that are absolute, or lead out of the folder; undefined: they stay as they are. */
  readonly links?: SentFolders;
}

/** A folder that is read, with all that is in it. */
interface Reading extends Omit<ReadOptions, "except"> {
  readonly folder: string;
}

interface KnownHash {
  readonly stamp: string;
  readonly hash: string;
}

/** Reads folders for an engine, and hashes a file only if it may have changed since it was last read. */
export class TreeReader {
  readonly #known: Map<string, KnownHash>;
  readonly #outside: LinkOutside[] = [];
  readonly #notUtf8 = new Set<string>();
  #hashed = 0;

  /** `known` may come from an earlier run. */
  constructor(known: Iterable<readonly [string, KnownHash]> = []) {
    this.#known = new Map(known);
  }

  /** Number of files that were hashed, as nothing was known of them. */
  get hashed(): number {
    return this.#hashed;
  }

  get known(): ReadonlyMap<string, KnownHash> {
    return this.#known;
  }

  /** The links that lead to what is not sent. */
  get outside(): readonly LinkOutside[] {
    return this.#outside;
  }

  /** The files and folders that are left out because their names are not UTF-8. */
  get notUtf8(): readonly string[] {
    return [...this.#notUtf8].sort();
  }

  readFolder(folder: string, { except = [], ...reading }: ReadOptions): TreeFolder {
    return this.#readFolder(folder, { folder, ...reading }, except);
  }

  /** Undefined: it is neither a file nor a folder nor a link, or it is gone. */
  readEntry(path: string, times: boolean): TreeEntry | undefined {
    return this.#readEntry(path, { folder: path, times });
  }

  #readFolder(folder: string, reading: Reading, except: readonly string[] = []): TreeFolder {
    const entries = new Map<string, TreeEntry>();
    const { names, notUtf8 } = namesIn(folder);
    for (const name of notUtf8) this.#notUtf8.add(seenPath(join(folder, name), reading));
    for (const name of names) {
      const path = join(folder, name);
      const isLeftOut = except.includes(name) || reading.isLeftOut?.(path);
      const entry = isLeftOut ? undefined : this.#readEntry(path, reading);
      if (entry) entries.set(name, entry);
    }
    return new TreeFolder(entries);
  }

  #readEntry(path: string, reading: Reading): TreeEntry | undefined {
    const stats = lstatIfThere(path);
    if (!stats) return undefined;
    if (stats.isSymbolicLink()) return { target: this.#readLink(path, reading) };
    if (stats.isDirectory()) return this.#readFolder(path, reading);
    return stats.isFile() ? this.#readFile(path, stats, reading) : undefined;
  }

  #readLink(path: string, reading: Reading): string {
    const target = readlinkSync(path);
    const { links } = reading;
    if (!links) return target;
    const seen = seenPath(path, reading);
    if (leadsOutside(seen, target, links)) {
      this.#outside.push({ path: seen, target: resolve(seen, "..", target) });
    }
    return targetThere(seen, target, links);
  }

  #readFile(path: string, stats: Stats, { times, positions }: Reading): TreeFile {
    const { size, mode, mtimeMs } = stats;
    return {
      blob: fileBlob(path, this.#hashOf(path, stats), size),
      mode: mode & 0o777,
      ...(times ? { time: mtimeMs / 1000, isFuture: mtimeMs > Date.now(), position: positions?.get(path) } : {}),
    };
  }

  #hashOf(path: string, { size, mtimeMs, ctimeMs, ino }: Stats): string {
    const stamp = `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
    const known = this.#known.get(path);
    if (known?.stamp === stamp) return known.hash;
    this.#hashed++;
    const hash = hashFile(path, size);
    // A file that was written a moment ago may be written again within the same tick of the clock.
    if (Date.now() - ctimeMs > clockTick) this.#known.set(path, { stamp, hash });
    return hash;
  }
}

/** Where the test sees it. */
function seenPath(path: string, { folder, links }: Reading): string {
  return links ? join(links.at, relative(folder, path)) : path;
}

/** Milliseconds; file systems count in ticks of up to two seconds. */
const clockTick = 2000;
