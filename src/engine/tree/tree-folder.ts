import { create, toBinary } from "@bufbuild/protobuf";
import { DirectorySchema } from "../protocol/remote_execution_pb.ts";
import { type Blob, blobOf } from "./blob.ts";

/** A file of a tree that is sent to an engine. */
export interface TreeFile {
  readonly blob: Blob;
  readonly mode: number;
  /** When it was last written, in seconds; undefined: no test can depend on it. */
  readonly time?: number | undefined;
  /** That is later than now, by the clock of this machine. */
  readonly isFuture?: boolean | undefined;
  /** Where it is in git's index, if it is as git has written it. */
  readonly position?: number | undefined;
}

export interface TreeLink {
  readonly target: string;
}

export type TreeEntry = TreeFile | TreeLink | TreeFolder;

/**
 * What an engine cannot keep itself (modes, times, links) is in a file in each folder; the first process on the worker reads
 * and removes it. So links may lead anywhere, and `make` sees which file is newer.
 */
export const detailsName = ".culprit-details";

/**
 * A folder of a tree that is sent to an engine: a value, so that trees share the folders that they have in common, and
 * hash them once.
 */
export class TreeFolder {
  readonly entries: ReadonlyMap<string, TreeEntry>;
  #blob: Blob | undefined;
  #details: Blob | undefined;

  constructor(entries: ReadonlyMap<string, TreeEntry> = new Map()) {
    this.entries = entries;
  }

  static of(entries: Readonly<Record<string, TreeEntry>>): TreeFolder {
    return new TreeFolder(new Map(Object.entries(entries)));
  }

  /** The folder itself, as the engine stores it. */
  get blob(): Blob {
    this.#blob ??= blobOf(this.#encode());
    return this.#blob;
  }

  /** Everything that the engine needs to have, folders before what is in them. */
  *blobs(): Generator<Blob> {
    yield this.blob;
    if (this.#details) yield this.#details;
    for (const entry of this.entries.values()) {
      if (entry instanceof TreeFolder) yield* entry.blobs();
      else if ("blob" in entry) yield entry.blob;
    }
  }

  #encode(): Uint8Array {
    // The order of names is part of the hash.
    const names = [...this.entries].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const details = names.flatMap(([name, entry]) => detailsOf(name, entry));
    const files: { name: string; digest: ReturnType<typeof digestOf>; isExecutable: boolean }[] = [];
    const directories: { name: string; digest: ReturnType<typeof digestOf> }[] = [];
    if (details.length > 0) {
      this.#details = blobOf(Buffer.from(details.join("\0")));
      files.push({ name: detailsName, digest: digestOf(this.#details), isExecutable: false });
    }
    for (const [name, entry] of names) {
      if (entry instanceof TreeFolder) directories.push({ name, digest: digestOf(entry.blob) });
      else if ("blob" in entry) {
        files.push({ name, digest: digestOf(entry.blob), isExecutable: (entry.mode & 0o111) !== 0 });
      }
    }
    files.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
    return toBinary(DirectorySchema, create(DirectorySchema, { files, directories }));
  }
}

/** A digest as the protocol has it. */
export function digestOf({ hash, size }: Blob): { hash: string; sizeBytes: bigint } {
  return { hash, sizeBytes: BigInt(size) };
}

/** Name, mode in octal digits, time and target of a link; nothing for a file that is like all others. */
function detailsOf(name: string, entry: TreeEntry): string[] {
  if (entry instanceof TreeFolder) return [];
  if ("target" in entry) return [name, "link", "", entry.target];
  const { mode, time, isFuture = false } = entry;
  const isUsual = time === undefined && (mode === 0o644 || mode === 0o755);
  const when = time === undefined ? "" : (isFuture ? "future " : "") + time.toFixed(6);
  return isUsual ? [] : [name, mode.toString(8), when, ""];
}
