import { inflateSync } from "node:zlib";

/** The parts of an executable that matter here. */
export interface ElfFile {
  /** The contents of sections by name. */
  readonly sections: ReadonlyMap<string, Buffer>;
  /** The linker's name for the contents, in hexadecimal digits. */
  readonly buildId: string | undefined;
}

const x86_64 = 62;
const programInterpreter = 3;
const compressedFlag = 0x800n;
const withoutContents = 8;

/** Reads a program for this runtime, or says why the runtime cannot work with it. */
export function readElf(bytes: Buffer): ElfFile | { readonly reason: string } {
  if (bytes.length < 64 || bytes.toString("latin1", 0, 4) !== "\x7fELF") return { reason: "is not a native program" };
  if (bytes[4] !== 2 || bytes[5] !== 1 || bytes.readUInt16LE(18) !== x86_64)
    return { reason: "is not compiled for x86-64" };
  if (!segmentTypes(bytes).includes(programInterpreter))
    return { reason: "is linked statically, so that no library can be loaded into it" };
  const sections = readSections(bytes);
  if (sections === undefined) return { reason: "has debug information in a compression that is not supported" };
  if (sections.get(".dynstr")?.includes("libasan.so"))
    return { reason: "has AddressSanitizer, beside which no library can be loaded" };
  return { sections, buildId: readBuildId(sections.get(".note.gnu.build-id")) };
}

function segmentTypes(bytes: Buffer): number[] {
  const [start, size, count] = [Number(bytes.readBigUInt64LE(32)), bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  return Array.from({ length: count }, (_, index) => bytes.readUInt32LE(start + index * size));
}

function readSections(bytes: Buffer): Map<string, Buffer> | undefined {
  const start = Number(bytes.readBigUInt64LE(40));
  const [size, count, names] = [bytes.readUInt16LE(58), bytes.readUInt16LE(60), bytes.readUInt16LE(62)];
  if (start === 0 || count === 0) return new Map();
  const headers = Array.from({ length: count }, (_, index) => bytes.subarray(start + index * size));
  const contents = (header: Buffer) => {
    const from = Number(header.readBigUInt64LE(24));
    const isEmpty = header.readUInt32LE(4) === withoutContents;
    return isEmpty ? Buffer.alloc(0) : bytes.subarray(from, from + Number(header.readBigUInt64LE(32)));
  };
  const nameTable = contents(headers[names]!);
  const sections = new Map<string, Buffer>();
  for (const header of headers) {
    const isCompressed = (header.readBigUInt64LE(8) & compressedFlag) !== 0n;
    const decoded = isCompressed ? decompress(contents(header)) : contents(header);
    if (decoded === undefined) return undefined;
    sections.set(textAt(nameTable, header.readUInt32LE(0)), decoded);
  }
  return sections;
}

/** A compressed section has a header of 24 bytes; 1 stands for zlib. */
function decompress(section: Buffer): Buffer | undefined {
  return section.readUInt32LE(0) === 1 ? inflateSync(section.subarray(24)) : undefined;
}

/** The note has 12 bytes of lengths and kind, and then its owner, `GNU`. */
function readBuildId(note: Buffer | undefined): string | undefined {
  return note === undefined || note.length <= 16 ? undefined : note.subarray(16).toString("hex");
}

export function textAt(bytes: Buffer, offset: number): string {
  return bytes.toString("utf8", offset, bytes.indexOf(0, offset));
}
