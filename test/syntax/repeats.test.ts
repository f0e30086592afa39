import fc from "fast-check";
import { expect, test } from "vitest";
import { repeatTree } from "../../src/syntax/repeats.ts";

const spans = (bytes: Uint8Array) => repeatTree(bytes).children.map(({ start, end }) => [start, end]);
const u32 = (value: number, littleEndian = false) => {
  const bytes = Buffer.alloc(4);
  if (littleEndian) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};

/** Bytes in which nothing repeats. */
function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0; i < length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    bytes[i] = seed >>> 24;
  }
  return bytes;
}

const pngChunk = (tag: string, data: Buffer) => Buffer.concat([u32(data.length), Buffer.from(tag), data, u32(7)]);
const riffChunk = (tag: string, data: Buffer) => {
  return Buffer.concat([Buffer.from(tag), u32(data.length, true), data, Buffer.alloc(data.length % 2)]);
};

test("PNG chunks, behind their signature", () => {
  const parts = [noise(8), pngChunk("IHDR", noise(13)), pngChunk("IDAT", noise(99)), pngChunk("IEND", noise(0))];
  const tree = repeatTree(Buffer.concat(parts));
  expect(tree.children.map(({ kind, start }) => [kind, start])).toEqual([
    ["chunk", 8],
    ["chunk", 33],
    ["chunk", 144],
  ]);
});

test("RIFF chunks, and those in a list", () => {
  const list = riffChunk(
    "LIST",
    Buffer.concat([Buffer.from("INFO"), riffChunk("INAM", noise(5)), riffChunk("IART", noise(6))]),
  );
  const inside = Buffer.concat([Buffer.from("WAVE"), riffChunk("fmt ", noise(16)), list, riffChunk("data", noise(77))]);
  const tree = repeatTree(riffChunk("RIFF", inside));
  expect(tree.children.map(({ start }) => start)).toEqual([12, 36, 76]);
  expect(tree.children[1]!.children).toHaveLength(2);
});

test("messages behind their lengths", () => {
  const messages = [30, 17, 55, 4, 80].map((length) => Buffer.concat([u32(length, true), noise(length, length)]));
  expect(spans(Buffer.concat(messages))).toHaveLength(5);
});

test("records of one size behind a header, of any size from 5 to 200", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 200 }),
      fc.integer({ min: 8, max: 40 }),
      fc.nat(1000),
      (size, count, seed) => {
        const same = noise(size, seed + 1);
        const record = (n: number) => {
          const bytes = Buffer.from(same);
          noise(Math.ceil(size / 3), seed + n + 2).copy(bytes);
          return bytes;
        };
        const header = noise(size > 4 ? 4 : 0, seed);
        const bytes = Buffer.concat([header, ...Array.from({ length: count }, (_, n) => record(n))]);
        const found = spans(bytes);
        expect(found).toHaveLength(count);
        expect(found[0]).toEqual([4, 4 + size]);
      },
    ),
    { numRuns: 60 },
  );
});

test("blocks that begin with a start code, or with any four bytes that come again", () => {
  const lengths = [90, 41, 230, 77, 150, 64, 33, 201];
  for (const marker of [Buffer.from([0, 0, 1]), Buffer.from([0xfe, 0xdc, 0xba, 0x98])]) {
    const bytes = Buffer.concat(lengths.flatMap((length) => [marker, noise(length, length)]));
    expect(spans(bytes).map(([start, end]) => end! - start! - marker.length)).toEqual(lengths);
  }
});

test("strings that end in NUL", () => {
  expect(spans(Buffer.from("one\0twenty\0\0three hundred\0rest"))).toEqual([
    [0, 4],
    [4, 11],
    [11, 12],
    [12, 26],
    [26, 30],
  ]);
});

test("JPEG segments", () => {
  const bytes = Buffer.from("ffd8ffe0000401ff00dbffdb000205ffda0002aaff00bbffd0ccffd9", "hex");
  expect(spans(bytes).map(([start]) => start)).toEqual([2, 10, 15, 23, 26]);
});

test("nothing in noise, in one byte over and over, and in nothing", () => {
  for (const bytes of [noise(100_000), noise(50), Buffer.alloc(1000, 7), Buffer.alloc(1000), Buffer.alloc(0)]) {
    expect(spans(bytes)).toEqual([]);
  }
});

test("a few bytes of two kinds, which repeat by chance, are no records", () => {
  const twoKinds = (seed: number) => noise(60, seed).map((byte) => (byte & 0x80 ? 0xa0 : 0xb0));
  for (let seed = 1; seed <= 100; seed++) {
    const kinds = repeatTree(twoKinds(seed)).children.map((node) => node.kind);
    expect(kinds).not.toContain("record");
  }
});
