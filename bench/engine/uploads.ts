import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectTo } from "../../src/engine/calls/connection.ts";
import { Store } from "../../src/engine/calls/store.ts";
import { blobOf } from "../../src/engine/tree/blob.ts";
import { withEntry } from "../../src/engine/tree/merge-trees.ts";
import { TreeReader } from "../../src/engine/tree/read-tree.ts";
import { count, figure, median, table } from "../table.ts";
import { addressOf, type StartEngine } from "./throughput.ts";

const files = 1000;
const manyFiles = 50_000;
const rounds = 3;

/** What is sent of a tree, and of one like it; and what reading a large one again costs. */
export async function printUploads(start: StartEngine): Promise<void> {
  const sent: Sent[][] = [];
  for (let round = 0; round < rounds; round++) sent.push(await inFolder((folder) => sendTrees(folder, start)));
  const names = [`a tree of ${count(files)} files`, "one file changed", "the same again"];
  const rows = names.map((name, i) => {
    const of = (get: (sent: Sent) => number) => median(sent.map((each) => get(each[i]!)));
    return [name, count(of(({ blobs }) => blobs)), count(of(({ bytes }) => bytes)), figure(of(({ ms }) => ms))];
  });
  console.log(`What is sent of a tree, and the time for that, medians of ${rounds} rounds.\n`);
  console.log(`${table(["", "blobs", "bytes", "ms"], rows)}\n`);
  await inFolder(printSecondReading);
}

interface Sent {
  readonly blobs: number;
  readonly bytes: number;
  readonly ms: number;
}

/** Sends the folder, the folder with one file changed, and that again. */
async function sendTrees(folder: string, start: StartEngine): Promise<Sent[]> {
  fill(folder, files);
  const tree = new TreeReader().readFolder(folder, { times: true });
  const changed = withEntry(tree, pathOf(7), { blob: blobOf(randomBytes(1000)), mode: 0o644 });
  const server = await start(1);
  const connection = connectTo(addressOf(server.url));
  const store = new Store(connection, 0);
  const sent: Sent[] = [];
  for (const each of [tree, changed, changed]) {
    const { blobs, bytes } = store.uploaded;
    const began = performance.now();
    await store.provide(each.blobs(), new AbortController().signal);
    const ms = performance.now() - began;
    sent.push({ blobs: store.uploaded.blobs - blobs, bytes: store.uploaded.bytes - bytes, ms });
  }
  connection.close();
  await server.kill();
  return sent;
}

async function printSecondReading(folder: string): Promise<void> {
  fill(folder, manyFiles);
  await sleep(2500); // a file that was written a moment ago is not believed to stay as it is
  const first = new TreeReader();
  const [hash, ms] = read(first, folder);
  const second = new TreeReader(first.known);
  const [again, msAgain] = read(second, folder);
  if (again !== hash) throw new Error("the second reading gave another tree");
  const rows = [
    ["first", count(first.hashed), figure(ms), ""],
    ["second", count(second.hashed), figure(msAgain), second.hashed === 0 ? "bar 0: met" : "bar 0: missed !"],
  ];
  console.log(`A tree of ${count(manyFiles)} files, read twice.\n`);
  console.log(`${table(["reading", "files hashed", "ms", ""], rows)}\n`);
}

function read(reader: TreeReader, folder: string): [string, number] {
  const began = performance.now();
  const { hash } = reader.readFolder(folder, { times: true }).blob;
  return [hash, performance.now() - began];
}

/** Files of about a kilobyte, 50 to a folder, that no engine has. */
function fill(folder: string, count: number): void {
  const text = randomBytes(500).toString("hex");
  for (let i = 0; i < count; i++) {
    const path = join(folder, pathOf(i));
    if (i % perFolder === 0) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${i} ${text}`);
  }
}

const perFolder = 50;

function pathOf(i: number): string {
  const nth = Math.floor(i / perFolder);
  return join(`part-${Math.floor(nth / 20)}`, `folder-${nth}`, `file-${i}`);
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "culprit-bench-engine-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
