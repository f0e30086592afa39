import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freshFolder } from "../../src/trial/fresh-folder.ts";

let root: string;
let path: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "culprit-fresh-"));
  path = join(root, "work");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("an empty folder is there, whether there was none or one full of things", () => {
  freshFolder(path);
  mkdirSync(join(path, "a", "b"), { recursive: true });
  writeFileSync(join(path, "a", "b", "c"), "");
  writeFileSync(join(path, ".hidden"), "");
  freshFolder(path);
  expect(readdirSync(path)).toEqual([]);
});

test("a link in the folder's place is taken away, and what it leads to is left alone", () => {
  const precious = join(root, "precious");
  mkdirSync(precious);
  writeFileSync(join(precious, "letter"), "");
  symlinkSync(precious, path);
  freshFolder(path);
  expect(readdirSync(path)).toEqual([]);
  expect(existsSync(join(precious, "letter"))).toBe(true);
  symlinkSync(precious, join(path, "inside"));
  freshFolder(path);
  expect(existsSync(join(precious, "letter"))).toBe(true);
});

test("folders that a test has closed are opened and emptied", () => {
  freshFolder(path);
  mkdirSync(join(path, "closed", "within"), { recursive: true });
  chmodSync(join(path, "closed", "within"), 0);
  chmodSync(join(path, "closed"), 0);
  chmodSync(path, 0o500);
  freshFolder(path);
  expect(readdirSync(path)).toEqual([]);
});
