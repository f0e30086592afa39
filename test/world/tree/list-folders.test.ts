import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foldersOfVersion, foldersOnDisk } from "../../../src/world/tree/list-folders.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { madeVersion } from "../../versions/made-version.ts";

const paths = ["top.txt", "a/x/y/one.txt", "a/x/two.txt", "a/three.txt", "ab/four.txt"];
const expected = { "": ["a", "ab"], ".": ["a", "ab"], a: ["x"], "a/x": ["y"], "a/x/y": [], ab: [], none: [] };

function foldersOf(list: (folder: string) => readonly string[]) {
  return Object.fromEntries(Object.keys(expected).map((folder) => [folder, [...list(folder)].sort()]));
}

test("the folders of a version are those above its files", () => {
  const version = madeVersion(Object.fromEntries(paths.map((path) => [path, ""])));
  expect(foldersOf(foldersOfVersion(version))).toEqual(expected);
});

test("the paths of a version are read once for all its folders", () => {
  const { items } = madeVersion({ "a/b/file": "" });
  let reads = 0;
  const counted: typeof items = Object.assign(new Map(items), {
    keys: () => {
      reads++;
      return items.keys();
    },
  });
  const list = foldersOfVersion({ items: counted });
  expect([reads, list(""), list("a"), list("a/b"), reads]).toEqual([0, ["a"], ["b"], [], 1]);
});

test("the folders on disk are those without files and links", () => {
  const root = temporaryFolder("list-folders");
  for (const path of paths) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), "");
  }
  symlinkSync("..", join(root, "a/up"));
  symlinkSync("a", join(root, "link"));
  expect(foldersOf(foldersOnDisk(root))).toEqual(expected);
});
