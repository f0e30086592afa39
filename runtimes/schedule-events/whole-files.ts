import fs, { promises } from "node:fs";
import { AbortError } from "./abort-error.ts";
import { gate } from "./event.ts";
import {
  contentOf,
  type Handle,
  isHandle,
  learn,
  type Options,
  optionsOf,
  pieceOf,
  refuseAborted,
} from "./file-handles.ts";
import { real } from "./real.ts";
import { type Any, gatePromise, wrap } from "./replace.ts";
import { calledByLoader } from "./where.ts";

/** Functions that open, do something and close. */
export function gateWholeFiles(): void {
  wrap(promises, "open", (open) => async (...args) => {
    const handle: Handle = await open(...args);
    learn(handle);
    if (Object.hasOwn(handle, "close")) gatePromise(handle, "close", "fs.close");
    return handle;
  });
  gateReading();
  gateWriting("writeFile", "w");
  gateWriting("appendFile", "a");
}

async function opened(
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

function gateReading(): void {
  wrap(promises, "readFile", (plain) => {
    return function readFile(path, given) {
      return gate.underWay > 0 || calledByLoader(readFile) ? plain(path, given) : readWhole(path, given);
    };
  });
  wrap(fs, "readFile", (plain) => {
    return function readFile(path: Any, ...rest: Any[]) {
      const callback = rest.at(-1);
      if (typeof callback !== "function" || gate.underWay > 0) return plain(path, ...rest);
      const options = optionsOf(rest.length > 1 ? rest[0] : undefined);
      readByDescriptor(path, options, callback);
    };
  });
}

async function readWhole(path: Any, given: unknown): Promise<Any> {
  const options = optionsOf(given);
  refuseAborted(options);
  if (isHandle(path)) return path.readFile(options as never);
  return opened(path, [options.flag ?? "r"], (handle) => handle.readFile(options as never));
}

function gateWriting(name: "writeFile" | "appendFile", usual: string): void {
  wrap(promises, name, (plain) => async (path, data, given) => {
    if (gate.underWay > 0 || !writable(data)) return plain(path, data, given);
    const options = optionsOf(given);
    refuseAborted(options);
    if (isHandle(path)) return path.writeFile(data, given);
    const how = [options.flag ?? usual, options.mode ?? 0o666] as const;
    return opened(path, how, (handle) => handle.writeFile(data, given));
  });
}

function writable(data: unknown): boolean {
  if (typeof data === "string" || ArrayBuffer.isView(data)) return true;
  return typeof data === "object" && data !== null && (Symbol.asyncIterator in data || Symbol.iterator in data);
}

type Done = (error: unknown, content?: Buffer | string) => void;

function readByDescriptor(path: Any, options: Options, done: Done): void {
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
    const size = pieceOf(known, total);
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
