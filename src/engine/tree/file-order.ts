import { type TreeEntry, type TreeFile, TreeFolder } from "./tree-folder.ts";

/**
 * Gives files times that say only which of them is newer, so that equal files of two users are the same tree to an engine, and
 * one can use the results of the other. Tests compare the times of files with each other, as `make` does.
 *
 * Files that git has written in one go, in the order of its index, get one and the same time: which of them are older than
 * others depends on the ticks of the clock, and is different in each clone. All others keep their order, with ties.
 */
export class FileOrder {
  #files: readonly TreeFile[] = [];
  #ranks: ReadonlyMap<number, number> = new Map();
  #ordered = new WeakMap<TreeFolder, TreeFolder>();
  readonly #timed = new WeakMap<TreeFolder, readonly TreeFile[]>();

  /** Folders stay the same values from test to test, as long as the same files have times. */
  orderOnly(tree: TreeFolder): TreeFolder {
    const files = this.#timedIn(tree);
    if (files.length !== this.#files.length || files.some((file, i) => file !== this.#files[i])) {
      this.#files = files;
      this.#ranks = ranksOf(files);
      this.#ordered = new WeakMap();
    }
    return this.#orderedFolder(tree);
  }

  /** The files whose times matter; those that are later than now are so on a worker too, with their own times. */
  #timedIn(folder: TreeFolder): readonly TreeFile[] {
    const known = this.#timed.get(folder);
    if (known) return known;
    const files: TreeFile[] = [];
    for (const entry of folder.entries.values()) {
      if (entry instanceof TreeFolder) for (const file of this.#timedIn(entry)) files.push(file);
      else if (isTimed(entry)) files.push(entry);
    }
    this.#timed.set(folder, files);
    return files;
  }

  #orderedFolder(folder: TreeFolder): TreeFolder {
    if (this.#timedIn(folder).length === 0) return folder;
    const known = this.#ordered.get(folder);
    if (known) return known;
    const entries = new Map([...folder.entries].map(([name, entry]) => [name, this.#orderedEntry(entry)]));
    const ordered = new TreeFolder(entries);
    this.#ordered.set(folder, ordered);
    return ordered;
  }

  #orderedEntry(entry: TreeEntry): TreeEntry {
    if (entry instanceof TreeFolder) return this.#orderedFolder(entry);
    return isTimed(entry) ? { ...entry, time: firstTime + this.#ranks.get(entry.time)! } : entry;
  }
}

/** The oldest files get this time: the beginning of 2001, in seconds. It is in the past on every worker. */
const firstTime = 978_307_200;

/** Maximum number of seconds that git takes from one file to the next. */
const maxPause = 10;

type TimedFile = TreeFile & { readonly time: number };

function isTimed(entry: TreeEntry): entry is TimedFile {
  return "blob" in entry && !(entry instanceof TreeFolder) && entry.time !== undefined && entry.isFuture !== true;
}

/** All files with one time. */
interface Moment {
  readonly time: number;
  /** The first and the last of their positions in git's index; undefined: one of them is not as git wrote it. */
  readonly written: { readonly first: number; readonly last: number } | undefined;
}

/** The rank of each time. */
function ranksOf(files: readonly TreeFile[]): Map<number, number> {
  const ranks = new Map<number, number>();
  let rank = -1;
  let before: Moment | undefined;
  for (const moment of momentsOf(files)) {
    if (!before || !isContinued(before, moment)) rank++;
    ranks.set(moment.time, rank);
    before = moment;
  }
  return ranks;
}

/** Whether git may have written both in one go. */
function isContinued(before: Moment, { time, written }: Moment): boolean {
  if (!before.written || !written) return false;
  return before.written.last < written.first && time - before.time <= maxPause;
}

function momentsOf(files: readonly TreeFile[]): Moment[] {
  const moments = new Map<number, Moment>();
  for (const { time = 0, position } of files) {
    const known = moments.get(time);
    const isWritten = position !== undefined && (!known || known.written !== undefined);
    const { first, last } = known?.written ?? { first: position!, last: position! };
    const written = isWritten ? { first: Math.min(first, position), last: Math.max(last, position) } : undefined;
    moments.set(time, { time, written });
  }
  return [...moments.values()].sort((a, b) => a.time - b.time);
}
