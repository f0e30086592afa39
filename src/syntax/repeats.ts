import type { Node } from "./node.ts";

/**
 * Binary data by what repeats in it: chunks with a length, records of one size, or blocks that begin with the same bytes,
 * tried in this order, the least likely to be a coincidence first. Nothing is found in data that looks random. Bytes before
 * the first item are a header and belong to the whole.
 *
 * Leaving out an item does not correct a length or a checksum that is stored elsewhere.
 */
export function repeatTree(bytes: Uint8Array): Node {
  const children = chunks(bytes) ?? records(bytes) ?? blocks(bytes) ?? none;
  return { start: 0, end: bytes.length, kind: "data", role: "fixed", children };
}

const none: readonly Node[] = [];

function item(kind: string, start: number, end: number, children = none): Node {
  return { start, end, kind, role: "item", children };
}

// Chunks: each has its length, and most formats also four letters that say what it is.

interface Layout {
  readonly lengthAt: number;
  readonly littleEndian: boolean;
  /** Where the four letters are; undefined in formats without. */
  readonly tagAt: number | undefined;
  /** How much longer the chunk is than it says. */
  readonly more: number;
  /** Chunks begin at multiples of this, counted from the first. */
  readonly align: number;
}

const layouts: readonly Layout[] = [
  // PNG: the length, the tag, the data, a checksum.
  { lengthAt: 0, tagAt: 4, littleEndian: false, more: 12, align: 1 },
  // MP4 and QuickTime: the length counts itself and the tag.
  { lengthAt: 0, tagAt: 4, littleEndian: false, more: 0, align: 1 },
  // RIFF (WAV, AVI, WebP) and IFF (AIFF).
  { lengthAt: 4, tagAt: 0, littleEndian: true, more: 8, align: 2 },
  { lengthAt: 4, tagAt: 0, littleEndian: false, more: 8, align: 2 },
  { lengthAt: 4, tagAt: 0, littleEndian: true, more: 8, align: 1 },
  { lengthAt: 4, tagAt: 0, littleEndian: false, more: 8, align: 1 },
  // glTF and the like: the length, the tag, the data.
  { lengthAt: 0, tagAt: 4, littleEndian: true, more: 8, align: 1 },
  { lengthAt: 0, tagAt: 4, littleEndian: false, more: 8, align: 1 },
  // Messages one after the other, each behind its length.
  { lengthAt: 0, tagAt: undefined, littleEndian: false, more: 4, align: 1 },
  { lengthAt: 0, tagAt: undefined, littleEndian: true, more: 4, align: 1 },
];

/** Maximum length of the header before the first chunk. */
const maxHeader = 16;
/** Maximum depth of chunks in chunks: each level is a search through its bytes. */
const maxChunkDepth = 8;
/** Lengths alone fit by chance more easily than lengths with tags. */
const minTaggedChunks = 2;
const minUntaggedChunks = 4;

function chunks(bytes: Uint8Array): Node[] | undefined {
  for (const layout of layouts) {
    const tagged = layout.tagAt !== undefined;
    for (let start = 0; start <= (tagged ? maxHeader : 0); start += 4) {
      const found = chain(bytes, layout, start, bytes.length);
      if (found.length >= (tagged ? minTaggedChunks : minUntaggedChunks)) return chunkNodes(bytes, layout, found, 0);
    }
  }
  return undefined;
}

/** Where chunks begin, and the end, if their lengths lead from the start to the end exactly; otherwise nothing. */
function chain(bytes: Uint8Array, layout: Layout, start: number, end: number): number[] {
  const starts: number[] = [];
  let data = 0;
  let at = start;
  while (at < end) {
    const length = lengthOf(bytes, layout, at, end);
    if (length === undefined) return [];
    starts.push(at);
    if (length > 8) data++;
    at += length + ((layout.align - (length % layout.align)) % layout.align);
    // The padding behind the last chunk is often left out.
    if (at === end + 1 && layout.align === 2) at = end;
  }
  return data > 0 ? starts : [];
}

function lengthOf(bytes: Uint8Array, layout: Layout, at: number, end: number): number | undefined {
  const { lengthAt, tagAt, littleEndian, more } = layout;
  const shortest = Math.max(tagAt === undefined ? 4 : 8, more);
  if (at + shortest > end || (tagAt !== undefined && !isTag(bytes, at + tagAt))) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const length = view.getUint32(at + lengthAt, littleEndian) + more;
  return length >= shortest && at + length <= end ? length : undefined;
}

function isTag(bytes: Uint8Array, at: number): boolean {
  for (let i = at; i < at + 4; i++) {
    const [byte, letter] = [bytes[i]!, bytes[i]! | 0x20];
    const fits = (letter >= 0x61 && letter <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x20 || byte === 0x5f;
    if (!fits && byte !== 0xa9) return false;
  }
  return true;
}

function chunkNodes(bytes: Uint8Array, layout: Layout, starts: readonly number[], depth: number, end = bytes.length) {
  return starts.map((start, i): Node => {
    const to = starts[i + 1] ?? end;
    return item("chunk", start, to, chunksInside(bytes, layout, start, to, depth + 1));
  });
}

/** Chunks in the data of a chunk, perhaps behind four letters (RIFF's LIST) or a few more fields. */
function chunksInside(bytes: Uint8Array, layout: Layout, start: number, end: number, depth: number): readonly Node[] {
  if (depth > maxChunkDepth || layout.tagAt === undefined || layout.more > 8) return none;
  for (const from of [start + 8, start + 12, start + 16]) {
    const found = chain(bytes, layout, from, end);
    if (found.length > 0) return chunkNodes(bytes, layout, found, depth, end);
  }
  return none;
}

// Records: bytes that come again at one distance much more often than they would by chance.

const minRecordSize = 2;
const maxRecordSize = 4096;
const minRecords = 4;
const maxSamples = 4096;
/** Minimum recurrence beyond chance for a distance to count. */
const minGain = 0.25;

function records(bytes: Uint8Array): Node[] | undefined {
  const size = period(bytes);
  if (size === undefined) return undefined;
  const nodes: Node[] = [];
  // Where a record begins within the period is unknown; headers are more common than trailers.
  for (let at = bytes.length % size; at < bytes.length; at += size) nodes.push(item("record", at, at + size));
  return nodes;
}

/** The shortest distance that is nearly as good as the best, and better than its neighbours. */
function period(bytes: Uint8Array): number | undefined {
  const most = Math.min(maxRecordSize, Math.floor(bytes.length / minRecords));
  if (most < minRecordSize) return undefined;
  const chance = chanceOfEqual(bytes);
  if (chance === 1) return undefined;
  const gains = Float64Array.from({ length: most + 2 }, (_, distance) =>
    distance === 0 ? 0 : (recurrence(bytes, distance) - chance) / (1 - chance),
  );
  const stands = (at: number) => gains[at]! - Math.max(at > 1 ? gains[at - 1]! : 0, gains[at + 1]!);
  let best = 0;
  for (let at = minRecordSize; at <= most; at++) if (stands(at) >= minGain / 2) best = Math.max(best, gains[at]!);
  const luck = (4 * Math.sqrt((chance * (1 - chance)) / Math.min(maxSamples, bytes.length - most))) / (1 - chance);
  if (best < Math.max(minGain, luck)) return undefined;
  for (let at = minRecordSize; at <= most; at++) {
    if (gains[at]! >= 0.8 * best && stands(at) >= minGain / 2) return at;
  }
  return undefined;
}

/** How often two bytes taken anywhere are the same. */
function chanceOfEqual(bytes: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const byte of bytes) counts[byte]!++;
  return counts.reduce((sum, count) => sum + (count / bytes.length) ** 2, 0);
}

/** How often a byte is the same as the one at this distance, by samples from all over. */
function recurrence(bytes: Uint8Array, distance: number): number {
  const places = bytes.length - distance;
  if (places < 1) return 0;
  const taken = Math.min(maxSamples, places);
  // A stride that is not a multiple of likely record sizes, so that all bytes of a record are sampled.
  const stride = Math.max(1, Math.floor(places / taken)) | 1;
  let [equal, count] = [0, 0];
  for (let at = 0; at < places && count < taken; at += stride, count++) if (bytes[at] === bytes[at + distance]) equal++;
  return equal / count;
}

// Blocks: a few bytes that come again and again mark where something begins.

const minBlocks = 3;
/** The usual distance between markers; nearer ones are no markers but what the data consists of. */
const minBlockSize = 16;

const knownMarkers: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04], // ZIP
  [0x4f, 0x67, 0x67, 0x53], // Ogg
  [0x00, 0x00, 0x01], // MPEG, H.264
];

function blocks(bytes: Uint8Array): Node[] | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return blocksAt(bytes, jpegMarkers(bytes), "segment");
  const strings = terminatedStrings(bytes);
  if (strings) return strings;
  for (const marker of knownMarkers) {
    const found = blocksAt(bytes, placesOf(bytes, marker), "block");
    if (found) return found;
  }
  const marker = frequentWord(bytes);
  return marker === undefined ? undefined : blocksAt(bytes, placesOf(bytes, marker), "block");
}

function blocksAt(bytes: Uint8Array, places: readonly number[], kind: string): Node[] | undefined {
  if (places.length < minBlocks) return undefined;
  if (kind === "block" && bytes.length / places.length < minBlockSize) return undefined;
  return places.map((start, i) => item(kind, start, places[i + 1] ?? bytes.length));
}

/** FF and what is neither a stuffed FF nor fill: the start of a segment, or of what follows a restart. */
function jpegMarkers(bytes: Uint8Array): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(0xff, 2); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code >= 0xc0 && code !== 0xff) places.push(at);
  }
  return places;
}

function placesOf(bytes: Uint8Array, marker: readonly number[]): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(marker[0]!); at !== -1; at = bytes.indexOf(marker[0]!, at + 1)) {
    if (!marker.every((byte, i) => bytes[at + i] === byte)) continue;
    places.push(at);
    at += marker.length - 1;
  }
  return places;
}

/** Mostly text, with a NUL behind each string. */
function terminatedStrings(bytes: Uint8Array): Node[] | undefined {
  let [ends, printable] = [0, 0];
  for (const byte of bytes) {
    if (byte === 0) ends++;
    else if (byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d)) printable++;
  }
  const mostly = printable + ends >= 0.95 * bytes.length && printable >= 2 * ends;
  if (ends < minBlocks || !mostly) return undefined;
  const nodes: Node[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    const next = end === -1 ? bytes.length : end + 1;
    nodes.push(item("string", at, next));
    at = next;
  }
  return nodes;
}

/** Number of bits of the hash by which words are counted. */
const hashBits = 16;

/**
 * The four bytes that come most often, among those whose places are not crowded together: each count is of places at
 * least `shortestBlock` behind the last one. Words that share a hash are taken for one, so the places found must be
 * counted again.
 */
function frequentWord(bytes: Uint8Array): number[] | undefined {
  const counts = new Uint32Array(1 << hashBits);
  const crowded = new Uint32Array(1 << hashBits);
  const lastAt = new Int32Array(1 << hashBits).fill(-minBlockSize);
  const firstAt = new Int32Array(1 << hashBits);
  for (let at = 0; at + 4 <= bytes.length; at++) {
    const word = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    const slot = Math.imul(word, 0x9e3779b1) >>> (32 - hashBits);
    if (at - lastAt[slot]! < minBlockSize) crowded[slot]!++;
    else if (counts[slot]!++ === 0) firstAt[slot] = at;
    lastAt[slot] = at;
  }
  let best = -1;
  for (let slot = 0; slot < counts.length; slot++) {
    if (crowded[slot]! * 8 > counts[slot]!) continue;
    if (best === -1 || counts[slot]! > counts[best]!) best = slot;
  }
  if (best === -1 || counts[best]! < minBlocks) return undefined;
  return Array.from(bytes.subarray(firstAt[best]!, firstAt[best]! + 4));
}
