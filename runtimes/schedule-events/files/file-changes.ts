import fs from "node:fs";
import { real } from "../replacements/real-functions.ts";
import { type Any, wrap } from "../replacements/replace.ts";
import { type FileTime, fileTimes, setTimes } from "./file-times.ts";

type File = fs.PathLike | number;

/** What a function of `fs` changes. */
interface FileChange {
  /** The index of the argument that names the file. */
  readonly argument: number;
  /** The times that are set to now, and those that are set to what the program asks for. */
  readonly now: readonly FileTime[] | ((args: readonly Any[]) => readonly FileTime[]);
  readonly asked?: readonly FileTime[];
}

const content: readonly FileTime[] = ["mtime", "ctime"];
const asked = { now: ["ctime"], asked: ["atime", "mtime"] } as const;
const ifTruncated = ([, flags]: readonly Any[]) =>
  (typeof flags === "number" ? flags & fs.constants.O_TRUNC : String(flags).startsWith("w")) ? content : [];

const changes: Readonly<Record<string, FileChange>> = {
  open: { argument: 0, now: ifTruncated },
  writeFile: { argument: 0, now: content },
  appendFile: { argument: 0, now: content },
  mkdir: { argument: 0, now: [] },
  truncate: { argument: 0, now: content },
  chmod: { argument: 0, now: ["ctime"] },
  utimes: { argument: 0, ...asked },
  rename: { argument: 1, now: ["ctime"] },
  link: { argument: 1, now: ["ctime"] },
  copyFile: { argument: 1, now: content },
  write: { argument: 0, now: content },
  writev: { argument: 0, now: content },
  ftruncate: { argument: 0, now: content },
  futimes: { argument: 0, ...asked },
};

/** Follows changes of files. Must be called before the functions of `fs` are controlled, like `useVirtualFileTimes`. */
export function followFileChanges(): void {
  for (const [name, change] of Object.entries(changes)) {
    wrap(fs, `${name}Sync`, (original) => (...args) => {
      const record = prepareRecord(change, args);
      const result = original(...args);
      record();
      return result;
    });
    wrap(fs, name, (original) => (...args) => {
      const callback = args.at(-1);
      if (typeof callback !== "function") return original(...args);
      const record = prepareRecord(change, args);
      return original(...args.slice(0, -1), (error: unknown, ...results: Any[]) => {
        if (!error) record();
        callback(error, ...results);
      });
    });
    followPromise(fs.promises, name, (_, args) => prepareRecord(change, args));
  }
}

/** The same for open files. */
export function followHandleChanges(handle: object): void {
  for (const [name, change] of Object.entries(changes))
    followPromise(handle, name, ({ fd }, args) => prepareRecord(change, [fd, ...args]));
}

function followPromise(owner: object, name: string, prepare: (self: Any, args: readonly Any[]) => () => void): void {
  wrap(owner, name, (original) => {
    return async function (this: Any, ...args: Any[]) {
      const record = prepare(this, args);
      const result = await Reflect.apply(original, this, args);
      record();
      return result;
    };
  });
}

/** Checks whether the file exists already. The returned function must be called when the change is done. */
function prepareRecord({ argument, now, asked }: FileChange, args: readonly Any[]): () => void {
  const file: File = args[argument];
  const existed = statOf(file) !== undefined;
  return () => {
    const stats = statOf(file);
    if (stats === undefined) return;
    if (!existed) return setTimes(stats, fileTimes);
    setTimes(stats, typeof now === "function" ? now(args) : now, asked);
  };
}

function statOf(file: File): fs.Stats | undefined {
  try {
    return typeof file === "number" ? real.fstatSync(file) : real.statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
