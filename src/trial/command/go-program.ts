import { closeSync, openSync, readSync } from "node:fs";

/** Sections that the Go linker writes into every program. */
const goSections = [".go.buildinfo", ".note.go.buildid"];
const maxSections = 1000;
const maxNamesSize = 100_000;

/** Whether a file is a program that was built by Go, by the names of its sections (64-bit ELF). */
export function isGoProgram(path: string): boolean {
  try {
    const file = openSync(path, "r");
    try {
      const names = sectionNames((position, size) => readAt(file, position, size));
      return goSections.some((name) => names.includes(`\0${name}\0`));
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** All names, each between zero bytes; empty: it is no ELF file of a kind that is known here. */
export function sectionNames(read: (position: number, size: number) => Buffer): string {
  const header = read(0, 64);
  const isElf = header.length === 64 && header.toString("latin1", 0, 6) === "\x7fELF\x02\x01";
  if (!isElf) return "";
  const [table, size] = [Number(header.readBigUInt64LE(0x28)), header.readUInt16LE(0x3a)];
  const [count, namesAt] = [header.readUInt16LE(0x3c), header.readUInt16LE(0x3e)];
  if (size < 64 || namesAt >= count || count > maxSections) return "";
  const section = read(table + namesAt * size, size);
  if (section.length < size) return "";
  const length = Math.min(Number(section.readBigUInt64LE(0x20)), maxNamesSize);
  return read(Number(section.readBigUInt64LE(0x18)), length).toString("latin1");
}

function readAt(file: number, position: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  return bytes.subarray(0, readSync(file, bytes, 0, size, position));
}
