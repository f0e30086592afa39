/** What the program has not yet read of its standard input and of other files. */
import { ReadStream, readFileSync, readlinkSync, statSync } from "node:fs";
import type { Runtime } from "node:inspector";
import { basename } from "node:path";
import type { MemoryGraph, RefusedChange, UnreadInput, ValueChange } from "../../protocol/state.ts";
import type { Inspector } from "../inspector.ts";
import type { CaptureLimits } from "../memory/memory-graph.ts";
import { CapturedLines } from "./captured-lines.ts";
import { changedLines, linesOf } from "./lines.ts";
import { pathOf, positionOf, readableFiles, replaceFile } from "./open-files.ts";

/** Maximum size of a file: of a larger one nothing is captured or changed. */
const maxBytes = 16 * 1024 * 1024;

interface UnreadFile {
  readonly root: UnreadInput;
  readonly content: Buffer;
  readonly position: number;
  readonly lines: readonly Buffer[];
}

export class UnreadInputs {
  readonly #files = new Map<number, UnreadFile>();
  /** Files of which it is not known what was read. */
  readonly #unknown: UnreadInput[] = [];

  constructor(inspector: Inspector) {
    const descriptors = readableFiles();
    const busy = descriptors.length > 0 ? busyDescriptors(inspector) : new Set();
    for (const descriptor of descriptors) {
      if (busy.has(descriptor) || statSync(pathOf(descriptor)).size > maxBytes) this.#unknown.push(rootOf(descriptor));
      else this.#files.set(descriptor, unreadFile(descriptor));
    }
  }

  /** How many vertices the unread lines take: at most half of all. */
  count(maxValues: number): number {
    const all = [...this.#files.values()].reduce((sum, { lines }) => sum + lines.length + 1, 0);
    return Math.min(all, Math.floor(maxValues / 2));
  }

  /** The same graph with the unread lines. */
  addedTo(graph: MemoryGraph, { maxValues, chunks }: CaptureLimits): MemoryGraph {
    const roots = [...graph.roots];
    const vertices = [...graph.vertices];
    let left = Math.floor(maxValues / 2);
    const captured = new Map<number, CapturedLines>();
    for (const [descriptor, { root, lines }] of this.#files) {
      roots.push({ ...root, vertex: vertices.length });
      const some = new CapturedLines(lines, vertices, left);
      left -= some.count;
      captured.set(descriptor, some);
    }
    for (const { at, chunks: wanted } of chunks)
      if ("input" in at.root) captured.get(at.root.input)?.addChunks(wanted, 2 * maxValues - vertices.length);
    const leftOut = [...captured.values()].reduce((sum, some) => sum + some.finish(), 0);
    for (const root of this.#unknown)
      roots.push({ ...root, vertex: vertices.push({ type: "lines", kind: "opaque" }) - 1 });
    return { ...graph, roots, vertices, ...truncation(graph, vertices.length, leftOut) };
  }

  /** Makes the changes of unread lines among all changes. Returns those that are impossible. */
  makeChanges(changes: readonly ValueChange[]): RefusedChange[] {
    const refused: RefusedChange[] = [];
    const ofInputs = changes.flatMap((change, index) =>
      "input" in change.at.root ? [{ change, index, input: change.at.root.input }] : [],
    );
    for (const input of new Set(ofInputs.map((each) => each.input))) {
      const those = ofInputs.filter((each) => each.input === input);
      try {
        const lines = changedLines(
          input,
          those.map(({ change }) => change),
          (descriptor) => this.#find(descriptor).lines,
        );
        this.#replaceRest(this.#find(input), Buffer.concat(lines));
      } catch (error) {
        const reason = (error as Error).message;
        refused.push(...those.map(({ index }) => ({ change: index, reason })));
      }
    }
    return refused;
  }

  #replaceRest({ root, content, position }: UnreadFile, rest: Buffer): void {
    replaceFile(root.input, Buffer.concat([content.subarray(0, position), rest]), position);
  }

  #find(descriptor: number): UnreadFile {
    const found = this.#files.get(descriptor);
    if (!found) throw new Error("it is not known what the program has read of this file");
    return found;
  }
}

/** For a graph with unread lines, of which some were left out. */
function truncation(
  { truncated, total, vertices }: MemoryGraph,
  captured: number,
  leftOut: number,
): Pick<MemoryGraph, "truncated" | "total"> {
  if (!truncated && leftOut === 0) return { truncated: false };
  if (truncated && total === undefined) return { truncated };
  return { truncated: true, total: (total ?? vertices.length) - vertices.length + captured + leftOut };
}

function unreadFile(descriptor: number): UnreadFile {
  const content = readFileSync(pathOf(descriptor));
  const position = positionOf(descriptor);
  const line = linesOf(content.subarray(0, position)).filter((each) => each.at(-1) === 0x0a).length + 1;
  return { root: { ...rootOf(descriptor), line }, content, position, lines: linesOf(content.subarray(position)) };
}

function rootOf(descriptor: number): UnreadInput {
  const name = descriptor === 0 ? "standard input" : basename(readlinkSync(pathOf(descriptor)));
  return { input: descriptor, name };
}

/** Streams read ahead, and what they have handed on may be anywhere. */
function busyDescriptors(inspector: Inspector): Set<unknown> {
  const prototype = inspector.argumentFor(ReadStream.prototype);
  const { objects } = inspector.call<Runtime.QueryObjectsReturnType>("Runtime.queryObjects", {
    prototypeObjectId: prototype.objectId,
  });
  const [streams] = inspector.objectsOf([objects.objectId!]) as [readonly ReadStream[]];
  const busy = streams.filter((each) => each.bytesRead > 0 || (each as BusyStream)._readableState?.reading);
  return new Set(busy.map((each) => (each as BusyStream).fd));
}

/** Missing from Node's types. */
interface BusyStream extends ReadStream {
  readonly fd?: number;
  readonly _readableState?: { readonly reading: boolean };
}
