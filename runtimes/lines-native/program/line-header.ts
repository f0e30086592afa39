import type { ByteReader } from "./byte-reader.ts";
import { type ElfFile, textAt } from "./elf-file.ts";

export interface LineHeader {
  /** The offset behind the unit. */
  readonly end: number;
  readonly minimumLength: number;
  readonly defaultIsStatement: boolean;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  readonly operandCounts: readonly number[];
  /** The first is where the compiler ran; unknown before DWARF 5. */
  readonly folders: readonly string[];
  readonly files: readonly SourceFile[];
  /** The number of the first file: 0 from DWARF 5 on. */
  readonly firstFile: number;
}

interface SourceFile {
  readonly name: string;
  readonly folder: number;
}

/** Reads the header of a unit of `.debug_line`; the reader then stands at its opcodes. */
export function readLineHeader(reader: ByteReader, elf: ElfFile): LineHeader {
  const first = reader.u32();
  const isLong = first === 0xffffffff;
  const word = () => (isLong ? reader.u64() : reader.u32());
  const length = isLong ? reader.u64() : first;
  const end = reader.offset + length;
  const version = reader.u16();
  if (version >= 5) reader.skip(2);
  const headerLength = word();
  const opcodes = reader.offset + headerLength;
  const minimumLength = reader.u8();
  if (version >= 4) reader.skip(1);
  const [defaultIsStatement, lineBase, lineRange] = [reader.u8() !== 0, reader.s8(), reader.u8()];
  const opcodeBase = reader.u8();
  const operandCounts = Array.from({ length: opcodeBase - 1 }, () => reader.u8());
  const names = version >= 5 ? readNames5(reader, elf, word) : readNames(reader);
  reader.offset = opcodes;
  return { end, minimumLength, defaultIsStatement, lineBase, lineRange, opcodeBase, operandCounts, ...names };
}

type Names = Pick<LineHeader, "folders" | "files" | "firstFile">;

function readNames(reader: ByteReader): Names {
  const folders = [""];
  for (let name = reader.text(); name !== ""; name = reader.text()) folders.push(name);
  const files: SourceFile[] = [];
  for (let name = reader.text(); name !== ""; name = reader.text()) {
    files.push({ name, folder: reader.unsigned() });
    reader.unsigned();
    reader.unsigned();
  }
  return { folders, files, firstFile: 1 };
}

function readNames5(reader: ByteReader, elf: ElfFile, word: () => number): Names {
  const folders = readEntries(reader, elf, word).map(({ name }) => name);
  return { folders, files: readEntries(reader, elf, word), firstFile: 0 };
}

const nameContent = 1;
const folderContent = 2;

/** Each list says first in which form its entries are. */
function readEntries(reader: ByteReader, elf: ElfFile, word: () => number): SourceFile[] {
  const formats = Array.from({ length: reader.u8() }, () => [reader.unsigned(), reader.unsigned()] as const);
  return Array.from({ length: reader.unsigned() }, () => {
    const entry = { name: "", folder: 0 };
    for (const [content, form] of formats) {
      const value = readForm(form, reader, elf, word);
      if (content === nameContent) entry.name = String(value);
      if (content === folderContent) entry.folder = Number(value);
    }
    return entry;
  });
}

function readForm(form: number, reader: ByteReader, { sections }: ElfFile, word: () => number): string | number {
  const textIn = (name: string) => textAt(sections.get(name) ?? Buffer.alloc(1), word());
  switch (form) {
    case 0x08:
      return reader.text();
    case 0x1f:
      return textIn(".debug_line_str");
    case 0x0e:
      return textIn(".debug_str");
    case 0x0b:
      return reader.u8();
    case 0x05:
      return reader.u16();
    case 0x06:
      return reader.u32();
    case 0x07:
      return reader.u64();
    case 0x0f:
      return reader.unsigned();
    case 0x1e:
      return reader.skip(16);
    case 0x09:
      return reader.skip(reader.unsigned());
    default:
      throw new Error(`DWARF form ${form} is not supported`);
  }
}
