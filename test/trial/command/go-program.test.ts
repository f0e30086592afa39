import { expect, test } from "vitest";
import { isGoProgram, sectionNames } from "../../../src/trial/command/go-program.ts";

/** An ELF file with nothing but a table of section names. */
function elf(names: string): Buffer {
  const text = Buffer.from(names, "latin1");
  const [header, section] = [Buffer.alloc(64), Buffer.alloc(64)];
  header.write("\x7fELF\x02\x01", "latin1");
  header.writeBigUInt64LE(64n, 0x28);
  header.writeUInt16LE(64, 0x3a);
  header.writeUInt16LE(1, 0x3c);
  section.writeBigUInt64LE(128n, 0x18);
  section.writeBigUInt64LE(BigInt(text.length), 0x20);
  return Buffer.concat([header, section, text]);
}

const namesIn = (file: Buffer) => sectionNames((position, size) => file.subarray(position, position + size));

test("the names of the sections of a program", () => {
  const names = "\0.text\0.go.buildinfo\0";
  expect(namesIn(elf(names))).toBe(names);
});

test("files that are no programs have none", () => {
  expect(namesIn(Buffer.from("#!/bin/sh\n"))).toBe("");
  expect(namesIn(elf("\0.text\0").subarray(0, 64))).toBe("");
  expect(isGoProgram("/nonexistent")).toBe(false);
  expect(isGoProgram(import.meta.filename)).toBe(false);
});
