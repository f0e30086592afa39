import type fs from "node:fs";
import { AbortError } from "./abort-error.ts";
import { seeHandleChanges } from "./file-changes.ts";
import { tellHandleTimes } from "./file-times.ts";
import { real } from "./real.ts";
import { gatePromise, wrap } from "./replace.ts";

export type Handle = fs.promises.FileHandle;

let handles: object | undefined;

export function isHandle(value: unknown): value is Handle {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === handles;
}

/** What all open files have in common is known when the first one is there. */
export function learn(handle: object): void {
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

/** Of functions that read or write a whole file. */
export interface Options {
  readonly encoding?: BufferEncoding | "buffer" | null;
  readonly flag?: string | number;
  readonly mode?: number;
  readonly signal?: AbortSignal;
  readonly flush?: boolean;
}

export function optionsOf(options: unknown): Options {
  return typeof options === "string" ? { encoding: options as BufferEncoding } : ((options as Options) ?? {});
}

export function refuseAborted({ signal }: Options): void {
  if (signal?.aborted) throw new AbortError(signal.reason);
}

async function readAll(this: Handle, given?: unknown): Promise<Buffer | string> {
  const options = optionsOf(given);
  const parts: Buffer[] = [];
  const stat = real.fstatSync(this.fd);
  const known = stat.isFile() ? stat.size : 0;
  let total = 0;
  for (;;) {
    refuseAborted(options);
    const size = pieceOf(known, total);
    const { bytesRead, buffer } = await this.read(Buffer.allocUnsafeSlow(size), 0, size, null);
    parts.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
    if (bytesRead === 0 || (known > 0 && total >= known)) break;
  }
  return contentOf(parts, options);
}

/** So many bytes are read at a time, as by Node, of a file whose size is known, or not (0). */
export function pieceOf(known: number, total: number): number {
  return known > total ? Math.min(known - total, 512 * 1024) : 64 * 1024;
}

export function contentOf(parts: readonly Buffer[], { encoding }: Options): Buffer | string {
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
      refuseAborted(options);
      const { bytesWritten } = await this.write(rest, 0, rest.length, null);
      rest = rest.subarray(bytesWritten);
    } while (rest.length > 0);
  }
}

function bytesOf(view: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}
