import { isReply, type Reply, readReply } from "../../trial/process/supervisor-frames.ts";

/** What the first process on a worker wrote down; `worker.pl` is the other side. */
export interface WorkerRecord {
  /** Which test it is about: what the action had in its file `id`. */
  readonly id: string;
  /** The folder of the test there. */
  readonly root: string;
  /** The name of the worker. */
  readonly worker: string;
  /** What the test ran with there: the system, and the programs that the test names. */
  readonly tools: readonly WorkerTool[];
  readonly build?: Reply;
  readonly test?: Reply;
  /** Files that the test wrote, by their names in the action. */
  readonly files: ReadonlyMap<string, Buffer>;
}

export interface WorkerTool {
  readonly name: string;
  /** The folders that the test searched for it: what it finds depends on them, too. */
  readonly searched: string;
  /** Which one it found. */
  readonly version: string;
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
    tools: readTools(tools?.toString("utf8") ?? ""),
    ...(build ? { build: readReply(build) } : {}),
    ...(test ? { test: readReply(test) } : {}),
    files: new Map(files.map(([name, value]) => [name.slice("file ".length), value])),
  };
}

function readTools(text: string): WorkerTool[] {
  return groups(text.split("\0"), 3).map(([name, searched, version]) => ({
    name: name!,
    searched: searched!,
    version: version!,
  }));
}

function readFields(bytes: Buffer): [string, Buffer][] | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : Number.POSITIVE_INFINITY);
    if (end > bytes.length) return undefined;
    parts.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return groups(parts, 2).map(([name, value]) => [name!.toString("utf8"), value!]);
}

/** All groups that are whole. */
function groups<T>(list: readonly T[], size: number): T[][] {
  const count = Math.floor(list.length / size);
  return Array.from({ length: count }, (_, i) => list.slice(i * size, (i + 1) * size));
}
