import fs from "node:fs";
import { changed, type Field, fields } from "./file-times.ts";
import { real } from "./real.ts";
import { type Any, wrap } from "./replace.ts";

type File = fs.PathLike | number;

/** What a function changes: the file that an argument names, and which of its times. */
interface Change {
  readonly at: number;
  readonly now: readonly Field[] | ((args: readonly Any[]) => readonly Field[]);
  readonly asked?: readonly Field[];
}

const content: readonly Field[] = ["mtime", "ctime"];
const set = { now: ["ctime"], asked: ["atime", "mtime"] } as const;
const truncated = ([, flags]: readonly Any[]) =>
  (typeof flags === "number" ? flags & fs.constants.O_TRUNC : String(flags).startsWith("w")) ? content : [];

const changes: Readonly<Record<string, Change>> = {
  open: { at: 0, now: truncated },
  writeFile: { at: 0, now: content },
  appendFile: { at: 0, now: content },
  mkdir: { at: 0, now: [] },
  truncate: { at: 0, now: content },
  chmod: { at: 0, now: ["ctime"] },
  utimes: { at: 0, ...set },
  rename: { at: 1, now: ["ctime"] },
  link: { at: 1, now: ["ctime"] },
  copyFile: { at: 1, now: content },
  write: { at: 0, now: content },
  writev: { at: 0, now: content },
  ftruncate: { at: 0, now: content },
  futimes: { at: 0, ...set },
};

/** Sees when files are changed. To be called before the functions of `fs` are gated, as `tellFileTimes`. */
export function seeFileChanges(): void {
  for (const [name, change] of Object.entries(changes)) {
    wrap(fs, `${name}Sync`, (plain) => (...args) => {
      const note = noteOf(change, args);
      const result = plain(...args);
      note();
      return result;
    });
    wrap(fs, name, (plain) => (...args) => {
      const callback = args.at(-1);
      if (typeof callback !== "function") return plain(...args);
      const note = noteOf(change, args);
      return plain(...args.slice(0, -1), (error: unknown, ...results: Any[]) => {
        if (!error) note();
        callback(error, ...results);
      });
    });
    notePromise(fs.promises, name, (_, args) => noteOf(change, args));
  }
}

/** The same for open files. */
export function seeHandleChanges(handle: object): void {
  for (const [name, change] of Object.entries(changes))
    notePromise(handle, name, ({ fd }, args) => noteOf(change, [fd, ...args]));
}

function notePromise(owner: object, name: string, begin: (self: Any, args: readonly Any[]) => () => void): void {
  wrap(owner, name, (plain) => {
    return async function (this: Any, ...args: Any[]) {
      const note = begin(this, args);
      const result = await Reflect.apply(plain, this, args);
      note();
      return result;
    };
  });
}

/** Looks whether the file is there already; to be called when the function is done. */
function noteOf({ at, now, asked }: Change, args: readonly Any[]): () => void {
  const file: File = args[at];
  const wasThere = statOf(file) !== undefined;
  return () => {
    const stats = statOf(file);
    if (stats === undefined) return;
    if (!wasThere) return changed(stats, fields);
    changed(stats, typeof now === "function" ? now(args) : now, asked);
  };
}

function statOf(file: File): fs.Stats | undefined {
  try {
    return typeof file === "number" ? real.fstatSync(file) : real.statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
