import { isAbsolute, join } from "node:path";
import { ByteReader } from "./byte-reader.ts";
import type { ElfFile } from "./elf-file.ts";
import { readLineHeader } from "./line-header.ts";

/** A row of the table in which the compiler says which source each instruction comes from (DWARF 2 to 5). */
export interface LineRow {
  readonly address: number;
  /** As the compiler wrote it: perhaps relative to the folder in which it ran. */
  readonly file: string;
  readonly line: number;
  /** From 1; 0: unknown. */
  readonly column: number;
  readonly isStatement: boolean;
  /** The address is the first one behind a sequence of rows. */
  readonly isEnd: boolean;
}

export function readLineRows(elf: ElfFile): LineRow[] {
  const section = elf.sections.get(".debug_line");
  if (section === undefined) return [];
  const rows: LineRow[] = [];
  const reader = new ByteReader(section);
  while (!reader.atEnd()) readUnit(reader, elf, rows);
  return rows;
}

/** The machine of the standard: it has registers, and opcodes that change them or add a row. */
function readUnit(reader: ByteReader, elf: ElfFile, rows: LineRow[]): void {
  const header = readLineHeader(reader, elf);
  const initial = { address: 0, file: 1, line: 1, column: 0, isStatement: header.defaultIsStatement };
  let state = { ...initial };
  const add = (isEnd: boolean) => {
    const { file, ...rest } = state;
    rows.push({ ...rest, file: pathOf(header.files[file - header.firstFile], header.folders), isEnd });
  };
  const advance = (steps: number) => {
    state.address += steps * header.minimumLength;
  };
  const special = (opcode: number) => {
    const adjusted = opcode - header.opcodeBase;
    advance(Math.floor(adjusted / header.lineRange));
    state.line += header.lineBase + (adjusted % header.lineRange);
  };
  const extended = () => {
    const length = reader.unsigned();
    const end = reader.offset + length;
    const opcode = reader.u8();
    if (opcode === 1) {
      add(true);
      state = { ...initial };
    } else if (opcode === 2) state.address = reader.u64();
    reader.offset = end;
  };
  const set = (changed: Partial<typeof state>) => {
    state = { ...state, ...changed };
  };
  const standard: Record<number, () => void> = {
    0: extended,
    1: () => add(false),
    2: () => advance(reader.unsigned()),
    3: () => set({ line: state.line + reader.signed() }),
    4: () => set({ file: reader.unsigned() }),
    5: () => set({ column: reader.unsigned() }),
    6: () => set({ isStatement: !state.isStatement }),
    8: () => advance(Math.floor((255 - header.opcodeBase) / header.lineRange)),
    9: () => set({ address: state.address + reader.u16() }),
  };
  while (reader.offset < header.end) {
    const opcode = reader.u8();
    if (opcode >= header.opcodeBase) {
      special(opcode);
      add(false);
    } else if (standard[opcode]) standard[opcode]();
    else for (let left = header.operandCounts[opcode - 1] ?? 0; left > 0; left--) reader.unsigned();
  }
  reader.offset = header.end;
}

function pathOf(file: { name: string; folder: number } | undefined, folders: readonly string[]): string {
  if (file === undefined || isAbsolute(file.name)) return file?.name ?? "";
  const folder = folders[file.folder] ?? "";
  return join(isAbsolute(folder) ? folder : join(folders[0] ?? "", folder), file.name);
}
