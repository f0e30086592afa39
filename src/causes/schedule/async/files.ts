import fs from "node:fs";
import { gate } from "./event.ts";
import { seeFileChanges, seeHandleChanges } from "./file-changes.ts";
import { tellFileTimes, tellHandleTimes } from "./file-times.ts";
import { uncontrolled } from "./outside.ts";
import { real } from "./real.ts";
import { type Any, gateCallback, gatePromise, promisedEvent, wrap } from "./replace.ts";
import { placeStreams } from "./streams.ts";
import { AbortError } from "./timers.ts";
import { calledByLoader } from "./where.ts";

const promises = fs.promises;

/** Node makes these of other functions of `fs`, which pass the gate one by one. */
const composed = new Set(["writeFile", "appendFile", "exists", "realpath"]);
/** These are made of other functions here. */
const decomposed = new Set(["readFile", "rm", "opendir"]);

/** All asynchronous functions of fs, fs/promises and FileHandle pass the gate; those that do several things, one by one. */
export function gateFiles(): void {
  const { rm } = promises;
  tellFileTimes();
  seeFileChanges();
  placeStreams();
  for (const name of Object.keys(fs).filter((each) => `${each}Sync` in fs)) {
    if (!composed.has(name) && !decomposed.has(name)) gateCallback(fs, name, `fs.${name}`);
  }
  for (const [name, value] of Object.entries(promises)) {
    if (typeof value === "function" && !wholePromises.has(name)) gatePromise(promises, name, `fs.${name}`);
  }
  gateWhole(rm);
  for (const name of ["watch", "watchFile"]) {
    wrap(fs, name, (watch) => (...args) => {
      uncontrolled(`fs.${name}`);
      return watch(...args);
    });
  }
  wrap(promises, "watch", (watch) => (...args) => {
    uncontrolled("fs.watch");
    return watch(...args);
  });
}

const wholePromises = new Set(["readFile", "writeFile", "appendFile", "rm", "watch", "glob", "opendir"]);

let handles: object | undefined;

/** What all open files have in common is known when the first one is there. */
function learn(handle: object): void {
  if (handles !== undefined) return;
  handles = Object.getPrototypeOf(handle) as object;
  tellHandleTimes(handles);
  seeHandleChanges(handles);
  gateHandles(handles);
}

function gateHandles(prototype: object): void {
  const steps = [
    "read",
    "write",
    "readv",
    "writev",
    "stat",
    "sync",
    "datasync",
    "truncate",
    "utimes",
    "chmod",
    "chown",
    "close",
  ];
  for (const name of steps) gatePromise(prototype, name, `fs.${name}`);
  wrap(prototype, "readFile", () => readAll);
  wrap(prototype, "writeFile", () => writeAll);
  wrap(prototype, "appendFile", () => writeAll);
}

interface Options {
  readonly encoding?: BufferEncoding | "buffer" | null;
  readonly flag?: string | number;
  readonly mode?: number;
  readonly signal?: AbortSignal;
  readonly flush?: boolean;
}
const optionsOf = (options: unknown): Options =>
  typeof options === "string" ? { encoding: options as BufferEncoding } : ((options as Options) ?? {});
type Handle = fs.promises.FileHandle;

async function readAll(this: Handle, given?: unknown): Promise<Buffer | string> {
  const { encoding, signal } = optionsOf(given);
  const parts: Buffer[] = [];
  const stat = real.fstatSync(this.fd);
  const known = stat.isFile() ? stat.size : 0;
  let total = 0;
  for (;;) {
    if (signal?.aborted) throw new AbortError(signal.reason);
    const size = known > total ? Math.min(known - total, 512 * 1024) : 64 * 1024;
    const { bytesRead, buffer } = await this.read(Buffer.allocUnsafeSlow(size), 0, size, null);
    parts.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
    if (bytesRead === 0 || (known > 0 && total >= known)) break;
  }
  const all = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  return encoding && encoding !== "buffer" ? all.toString(encoding) : all;
}

async function writeAll(this: Handle, data: unknown, given?: unknown): Promise<void> {
  const options = optionsOf(given);
  const encoding = options.encoding && options.encoding !== "buffer" ? options.encoding : "utf8";
  const chunks = typeof data === "string" || ArrayBuffer.isView(data) ? [data] : (data as AsyncIterable<unknown>);
  for await (const chunk of chunks) {
    let rest = typeof chunk === "string" ? Buffer.from(chunk, encoding) : bytesOf(chunk as NodeJS.ArrayBufferView);
    do {
      if (options.signal?.aborted) throw new AbortError(options.signal.reason);
      const { bytesWritten } = await this.write(rest, 0, rest.length, null);
      rest = rest.subarray(bytesWritten);
    } while (rest.length > 0);
  }
}

function bytesOf(view: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}

/** Functions that open, do something and close. */
function gateWhole(plainRm: typeof promises.rm): void {
  const isHandle = (value: unknown): value is Handle =>
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === handles;
  const opened = async (path: Any, flag: string | number, use: (handle: Handle) => Promise<Any>, mode?: number) => {
    const handle = await promises.open(path, flag, mode);
    try {
      return await use(handle);
    } finally {
      await handle.close();
    }
  };
  const refuse = ({ signal }: Options) => {
    if (signal?.aborted) throw new AbortError(signal.reason);
  };
  const readWhole = async (path: Any, given: unknown) => {
    const options = optionsOf(given);
    refuse(options);
    if (isHandle(path)) return path.readFile(options as never);
    return opened(path, options.flag ?? "r", (handle) => handle.readFile(options as never));
  };
  wrap(promises, "readFile", (plain) => {
    return function readFile(path, given) {
      return gate.underWay > 0 || calledByLoader(readFile) ? plain(path, given) : readWhole(path, given);
    };
  });
  wrap(promises, "open", (open) => async (...args) => {
    const handle: Handle = await open(...args);
    learn(handle);
    if (Object.hasOwn(handle, "close")) gatePromise(handle, "close", "fs.close");
    return handle;
  });
  for (const [name, usual] of [
    ["writeFile", "w"],
    ["appendFile", "a"],
  ] as const) {
    wrap(promises, name, (plain) => async (path, data, given) => {
      if (gate.underWay > 0 || !writable(data)) return plain(path, data, given);
      const options = optionsOf(given);
      refuse(options);
      if (isHandle(path)) return path.writeFile(data, given);
      return opened(path, options.flag ?? usual, (handle) => handle.writeFile(data, given), options.mode ?? 0o666);
    });
  }
  wrap(promises, "rm", () => remove(plainRm));
  wrap(promises, "opendir", (plain) => async (...args) => {
    if (gate.underWay > 0) return plain(...args);
    return gateFolder(await promisedEvent("fs.opendir", () => plain(...args), undefined));
  });
  gateWholeCallbacks();
}

function writable(data: unknown): boolean {
  if (typeof data === "string" || ArrayBuffer.isView(data)) return true;
  return typeof data === "object" && data !== null && (Symbol.asyncIterator in data || Symbol.iterator in data);
}

function gateWholeCallbacks(): void {
  wrap(fs, "readFile", (plain) => {
    return function readFile(path: Any, ...rest: Any[]) {
      const callback = rest.at(-1);
      if (typeof callback !== "function" || gate.underWay > 0) return plain(path, ...rest);
      const options = optionsOf(rest.length > 1 ? rest[0] : undefined);
      readByDescriptor(path, options, callback);
    };
  });
  wrap(fs, "rm", (plain) => (path, ...rest) => {
    const callback = rest.at(-1);
    if (typeof callback !== "function" || gate.underWay > 0) return plain(path, ...rest);
    settle(promises.rm(path, rest.length > 1 ? rest[0] : undefined), callback);
  });
  wrap(fs, "opendir", (plain) => (path, ...rest) => {
    const callback = rest.at(-1);
    if (typeof callback !== "function" || gate.underWay > 0) return plain(path, ...rest);
    settle(promises.opendir(path, rest.length > 1 ? rest[0] : undefined), callback);
  });
}

/** Calls back outside the promise, so that what the callback throws is an exception and no rejection. */
function settle(promise: Promise<Any>, callback: (error: unknown, value?: unknown) => void): void {
  promise.then(
    (value) => process.nextTick(callback, null, value),
    (error: unknown) => process.nextTick(callback, error),
  );
}

type Done = (error: unknown, content?: Buffer | string) => void;

function readByDescriptor(path: Any, { encoding, flag, signal }: Options, done: Done): void {
  const parts: Buffer[] = [];
  const finish = (fd: number, error: unknown) => {
    const answer = (closing: unknown) => {
      if (error ?? closing) return done(error ?? closing);
      const all = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
      done(null, encoding && encoding !== "buffer" ? all.toString(encoding) : all);
    };
    typeof path === "number" ? answer(null) : fs.close(fd, answer);
  };
  const read = (fd: number, known: number, total: number): unknown => {
    if (signal?.aborted) return finish(fd, new AbortError(signal.reason));
    const size = known > total ? Math.min(known - total, 512 * 1024) : 64 * 1024;
    fs.read(fd, Buffer.allocUnsafeSlow(size), 0, size, null, (error, bytes, buffer) => {
      if (error) return finish(fd, error);
      parts.push(buffer.subarray(0, bytes));
      if (bytes === 0 || (known > 0 && total + bytes >= known)) finish(fd, null);
      else read(fd, known, total + bytes);
    });
  };
  const begin = (fd: number) => {
    const stat = real.fstatSync(fd);
    read(fd, stat.isFile() ? stat.size : 0, 0);
  };
  if (typeof path === "number") begin(path);
  else fs.open(path, flag ?? "r", 0o666, (error, fd) => (error ? done(error) : begin(fd)));
}

interface Removal {
  readonly force?: boolean;
  readonly recursive?: boolean;
}

/** `rm -r` in its steps: look, list, remove each, remove the folder. */
function remove(plain: typeof promises.rm): (path: Any, options?: Removal) => Promise<void> {
  const tree = async (path: string): Promise<void> => {
    const stat = await promises.lstat(path);
    if (!stat.isDirectory()) return promises.unlink(path);
    for (let attempt = 0; ; attempt++) {
      for (const name of await promises.readdir(path)) await missingIsFine(tree(`${path}/${name}`));
      try {
        return await promises.rmdir(path);
      } catch (error) {
        if (attempt > 0 || (error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
      }
    }
  };
  const rm = async (path: Any, options: Removal = {}): Promise<void> => {
    if (gate.underWay > 0) return plain(path, options);
    if (!options.recursive || typeof path !== "string") {
      return promisedEvent("fs.rm", () => plain(path, options), rm);
    }
    const removal = tree(path);
    return options.force ? missingIsFine(removal) : removal;
  };
  return rm;
}

async function missingIsFine(removal: Promise<void>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** The steps of an open folder: each entry read is an event. */
function gateFolder(folder: fs.Dir): fs.Dir {
  const read = folder.read.bind(folder) as () => Promise<fs.Dirent | null>;
  const close = folder.close.bind(folder) as () => Promise<void>;
  const either = <T>(kind: string, start: () => Promise<T>) =>
    function gated(callback?: (error: unknown, value?: unknown) => void): Promise<T> | undefined {
      const promise = gate.underWay > 0 ? start() : promisedEvent(kind, start, gated);
      if (callback === undefined) return promise;
      settle(promise, callback);
      return undefined;
    };
  const entries = async function* (): AsyncGenerator<fs.Dirent> {
    try {
      for (;;) {
        const entry = await folder.read();
        if (entry === null) return;
        yield entry;
      }
    } finally {
      await folder.close();
    }
  };
  Object.assign(folder, { read: either("fs.readdir", read), close: either("fs.close", close), entries });
  Object.assign(folder, { [Symbol.asyncIterator]: entries });
  return folder;
}
