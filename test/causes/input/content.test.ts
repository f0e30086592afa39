import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyLike, fileBytes, hashOf, isFolder, sizeOf, writeInput } from "../../../src/causes/input/content.ts";
import { readFolder } from "../../../src/world/files/folder.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const home = temporaryFolder("content");
const file = Buffer.from("abc");
mkdirSync(join(home, "in/sub"), { recursive: true });
writeFileSync(join(home, "in/a"), "abc");
writeFileSync(join(home, "in/sub/b"), "de", { mode: 0o755 });
const folder = readFolder(join(home, "in"));

test("a file and a folder have a size in bytes, and an empty input of the same kind", () => {
  expect([isFolder(file), isFolder(folder)]).toEqual([false, true]);
  expect([sizeOf(file), sizeOf(folder)]).toEqual([3, 5]);
  expect([sizeOf(emptyLike(file)), sizeOf(emptyLike(folder))]).toEqual([0, 0]);
  expect([isFolder(emptyLike(file)), isFolder(emptyLike(folder))]).toEqual([false, true]);
});

test("equal contents have equal hashes, and only those", () => {
  expect(hashOf(file)).toBe(hashOf(Buffer.from("abc")));
  expect(hashOf(folder)).toBe(hashOf(readFolder(join(home, "in"))));
  expect(new Set([file, Buffer.from("abd"), folder, emptyLike(folder)].map(hashOf)).size).toBe(4);
});

test("only a file has bytes to be cut", () => {
  expect(fileBytes(file)).toBe(file);
  expect(() => fileBytes(folder)).toThrow();
});

test("what is written is read back, with its modes", () => {
  writeInput(join(home, "file"), file, 0o640);
  expect(readFileSync(join(home, "file"), "utf8")).toBe("abc");
  expect(statSync(join(home, "file")).mode & 0o777).toBe(0o640);
  writeInput(join(home, "copy"), folder, 0o644);
  expect(hashOf(readFolder(join(home, "copy")))).toBe(hashOf(folder));
  expect(statSync(join(home, "copy/sub/b")).mode & 0o111).not.toBe(0);
});
