import {
  chunkCount,
  chunkOf,
  type ValuePath,
  type Vertex,
  type WantedChunks,
} from "../../../../runtimes/protocol/state.ts";
import { pathText, valuePathOf } from "./access-path.ts";
import type { Pairing } from "./pairing.ts";

/** Parts of a thing that were compared neither one by one nor by a digest, or whose digests differ. */
export interface UnseenParts {
  readonly name: string;
  readonly at: ValuePath;
  readonly chunks: readonly number[];
}

/** What the captured graphs leave open, in things that both runs have. */
export function unseenParts(pairing: Pairing): UnseenParts[] {
  const { passing, failing } = pairing;
  return passing.vertices.flatMap((vertex, number): UnseenParts[] => {
    const partner = pairing.inFailing(number);
    if (partner === undefined) return [];
    const chunks = unseenChunks(vertex, failing.vertices[partner]!);
    if (chunks.length === 0) return [];
    const name = pathText(valuePathOf(pairing.namePathTo(number)));
    return [{ name, at: valuePathOf(pairing.pathTo(number)), chunks }];
  });
}

/** Whether a part that is not among the edges of a thing does not exist. */
export function isAbsent(vertex: Vertex, label: string): boolean {
  const { cut, kind, length = 0 } = vertex;
  if (!cut || (kind === "array" && /^\d+$/.test(label) && Number(label) >= length)) return true;
  return cut.captured.includes(chunkOf(label, kind, cut.digests.length));
}

function unseenChunks(a: Vertex, b: Vertex): number[] {
  if (!a.cut && !b.cut) return [];
  const count = Math.max(chunksIn(a), chunksIn(b));
  return Array.from({ length: count }, (_, i) => i).filter((chunk) => !isSeen(a, b, chunk));
}

function isSeen(a: Vertex, b: Vertex, chunk: number): boolean {
  // Where the labels are spread over different numbers of chunks, a chunk of one run says nothing about one of the other.
  if (a.cut && b.cut && a.kind !== "array" && chunksIn(a) !== chunksIn(b)) return false;
  if (isCaptured(a, chunk) && isCaptured(b, chunk)) return true;
  const [ours, theirs] = [a.cut?.digests[chunk], b.cut?.digests[chunk]];
  return ours !== undefined && ours !== null && ours === theirs;
}

function isCaptured(vertex: Vertex, chunk: number): boolean {
  const isBeyondEnd = vertex.kind === "array" && chunk >= chunksIn(vertex);
  return !vertex.cut || isBeyondEnd || vertex.cut.captured.includes(chunk);
}

function chunksIn(vertex: Vertex): number {
  return vertex.cut?.digests.length || chunkCount(vertex, vertex.edges?.length ?? 0);
}

/** Maximum number of chunks to capture in one go: of one thing, and of all together. */
const maxChunksOfThing = 8;
const maxChunks = 64;

/** The chunks to capture next; those that were captured before are left out. */
export function chunksToCapture(unseen: readonly UnseenParts[], before: readonly WantedChunks[]): WantedChunks[] {
  const key = (at: ValuePath, chunk: number) => JSON.stringify([at, chunk]);
  const known = new Set(before.flatMap(({ at, chunks }) => chunks.map((chunk) => key(at, chunk))));
  let left = maxChunks;
  return unseen.flatMap(({ at, chunks: all }) => {
    const fresh = all.filter((chunk) => !known.has(key(at, chunk)));
    const chunks = fresh.slice(0, Math.min(left, maxChunksOfThing));
    left -= chunks.length;
    return chunks.length === 0 ? [] : [{ at, chunks }];
  });
}
