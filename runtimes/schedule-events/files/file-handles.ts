import type fs from "node:fs";
import { controlPromise } from "../operations/controlled-operation.ts";
import { AbortError } from "../replacements/abort-error.ts";
import { real } from "../replacements/real-functions.ts";
import { wrap } from "../replacements/replace.ts";
import { followHandleChanges } from "./file-changes.ts";
import { useVirtualHandleTimes } from "./file-times.ts";

export type Handle = fs.promises.FileHandle;

/** The prototype of all open files: known once the first one is open. */
let prototype: object | undefined;

export function isHandle(value: unknown): value is Handle {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === prototype;
}

/** Controls all open files, from the first one. */
export function controlHandles(handle: object): void {
  if (prototype !== undefined) return;
  prototype = Object.getPrototypeOf(handle) as object;
  useVirtualHandleTimes(prototype);
  followHandleChanges(prototype);
  controlMethods(prototype);
}

function controlMethods(prototype: object): void {
  const methods = [
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
  for (const name of methods) controlPromise(prototype, name, `fs.${name}`);
  wrap(prototype, "readFile", () => readAll);
  wrap(prototype, "writeFile", () => writeAll);
  wrap(prototype, "appendFile", () => writeAll);
}

/** The options of functions that read or write a whole file. */
export interface WholeFileOptions {
  readonly encoding?: BufferEncoding | "buffer" | null;
  readonly flag?: string | number;
  readonly mode?: number;
  readonly signal?: AbortSignal;
  readonly flush?: boolean;
}

export function optionsOf(options: unknown): WholeFileOptions {
  return typeof options === "string" ? { encoding: options as BufferEncoding } : ((options as WholeFileOptions) ?? {});
}

export function throwIfAborted({ signal }: WholeFileOptions): void {
  if (signal?.aborted) throw new AbortError(signal.reason);
}

async function readAll(this: Handle, given?: unknown): Promise<Buffer | string> {
  const options = optionsOf(given);
  const parts: Buffer[] = [];
  const stat = real.fstatSync(this.fd);
  const known = stat.isFile() ? stat.size : 0;
  let total = 0;
  for (;;) {
    throwIfAborted(options);
    const size = chunkSize(known, total);
    const { bytesRead, buffer } = await this.read(Buffer.allocUnsafeSlow(size), 0, size, null);
    parts.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
    if (bytesRead === 0 || (known > 0 && total >= known)) break;
  }
  return contentOf(parts, options);
}

/** The number of bytes that Node reads next. `known` is the size of the file, or 0 if it is not known. */
export function chunkSize(known: number, total: number): number {
  return known > total ? Math.min(known - total, 512 * 1024) : 64 * 1024;
}

export function contentOf(parts: readonly Buffer[], { encoding }: WholeFileOptions): Buffer | string {
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
      throwIfAborted(options);
      const { bytesWritten } = await this.write(rest, 0, rest.length, null);
      rest = rest.subarray(bytesWritten);
    } while (rest.length > 0);
  }
}

function bytesOf(view: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}
