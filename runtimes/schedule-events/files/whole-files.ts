import fs, { promises } from "node:fs";
import { calledByLoader } from "../../shared/stack-frames.ts";
import { controlPromise } from "../operations/controlled-operation.ts";
import { AbortError } from "../replacements/abort-error.ts";
import { real } from "../replacements/real-functions.ts";
import { type Any, wrap } from "../replacements/replace.ts";
import { scheduler } from "../scheduler/state.ts";
import {
  chunkSize,
  contentOf,
  controlHandles,
  type Handle,
  isHandle,
  optionsOf,
  throwIfAborted,
  type WholeFileOptions,
} from "./file-handles.ts";

/** Controls functions that open a file, read or write it and close it: each of these steps is an event. */
export function controlWholeFiles(): void {
  wrap(promises, "open", (open) => async (...args) => {
    const handle: Handle = await open(...args);
    controlHandles(handle);
    if (Object.hasOwn(handle, "close")) controlPromise(handle, "close", "fs.close");
    return handle;
  });
  controlReading();
  controlWriting("writeFile", "w");
  controlWriting("appendFile", "a");
}

async function withOpenFile(
  path: Any,
  how: readonly [flag: string | number, mode?: number],
  use: (handle: Handle) => Promise<Any>,
): Promise<Any> {
  const handle = await promises.open(path, ...how);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

function controlReading(): void {
  wrap(promises, "readFile", (original) => {
    return function readFile(path, given) {
      return scheduler.operations > 0 || calledByLoader(readFile) ? original(path, given) : readWhole(path, given);
    };
  });
  wrap(fs, "readFile", (original) => {
    return function readFile(path: Any, ...rest: Any[]) {
      const callback = rest.at(-1);
      if (typeof callback !== "function" || scheduler.operations > 0) return original(path, ...rest);
      const options = optionsOf(rest.length > 1 ? rest[0] : undefined);
      readByDescriptor(path, options, callback);
    };
  });
}

async function readWhole(path: Any, given: unknown): Promise<Any> {
  const options = optionsOf(given);
  throwIfAborted(options);
  if (isHandle(path)) return path.readFile(options as never);
  return withOpenFile(path, [options.flag ?? "r"], (handle) => handle.readFile(options as never));
}

function controlWriting(name: "writeFile" | "appendFile", defaultFlag: string): void {
  wrap(promises, name, (original) => async (path, data, given) => {
    if (scheduler.operations > 0 || !isWritable(data)) return original(path, data, given);
    const options = optionsOf(given);
    throwIfAborted(options);
    if (isHandle(path)) return path.writeFile(data, given);
    const how = [options.flag ?? defaultFlag, options.mode ?? 0o666] as const;
    return withOpenFile(path, how, (handle) => handle.writeFile(data, given));
  });
}

function isWritable(data: unknown): boolean {
  if (typeof data === "string" || ArrayBuffer.isView(data)) return true;
  return typeof data === "object" && data !== null && (Symbol.asyncIterator in data || Symbol.iterator in data);
}

type Done = (error: unknown, content?: Buffer | string) => void;

function readByDescriptor(path: Any, options: WholeFileOptions, done: Done): void {
  const { flag, signal } = options;
  const parts: Buffer[] = [];
  const finish = (fd: number, error: unknown) => {
    const answer = (closing: unknown) => {
      if (error ?? closing) return done(error ?? closing);
      done(null, contentOf(parts, options));
    };
    typeof path === "number" ? answer(null) : fs.close(fd, answer);
  };
  const read = (fd: number, known: number, total: number): unknown => {
    if (signal?.aborted) return finish(fd, new AbortError(signal.reason));
    const size = chunkSize(known, total);
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
