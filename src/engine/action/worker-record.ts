import { isReply, type Reply, readReply } from "../../trial/process/supervisor-frames.ts";

/** What the first process on a worker wrote down; `worker.pl` is the other side. */
export interface WorkerRecord {
  /** Which test it is about: what the action had in its file `id`. */
  readonly id: string;
  /** The folder of the test there. */
  readonly root: string;
  /** The name of the worker. */
  readonly worker: string;
  /** What the test ran with there, by name: the system, and the programs that the test names. */
  readonly tools: ReadonlyMap<string, string>;
  readonly build?: Reply;
  readonly test?: Reply;
  /** Files that the test wrote, by their names in the action. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Undefined: it is no record, so the engine is at fault. */
export function readWorkerRecord(bytes: Buffer): WorkerRecord | undefined {
  const fields = readFields(bytes);
  if (!fields) return undefined;
  const { id, root, worker, tools, build, test } = Object.fromEntries(fields);
  const replies = [build, test].filter((reply) => reply !== undefined);
  if (root === undefined || replies.length === 0 || !replies.every(isReply)) return undefined;
  // After a build that succeeds there is a test.
  if (!test && build?.readUInt8(4) === 0 && build.readUInt16BE(5) === 0) return undefined;
  const files = fields.filter(([name]) => name.startsWith("file "));
  return {
    id: id?.toString("utf8") ?? "",
    root: root.toString("utf8"),
    worker: worker?.toString("utf8") ?? "",
    tools: new Map(pairs((tools?.toString("utf8") ?? "").split("\0"))),
    ...(build ? { build: readReply(build) } : {}),
    ...(test ? { test: readReply(test) } : {}),
    files: new Map(files.map(([name, value]) => [name.slice("file ".length), value])),
  };
}

function readFields(bytes: Buffer): [string, Buffer][] | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : Number.POSITIVE_INFINITY);
    if (end > bytes.length) return undefined;
    parts.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return pairs(parts).map(([name, value]) => [name.toString("utf8"), value]);
}

function pairs<T>(list: readonly T[]): [T, T][] {
  return list.flatMap((each, i) => (i % 2 === 0 && i + 1 < list.length ? [[each, list[i + 1]!]] : []));
}
