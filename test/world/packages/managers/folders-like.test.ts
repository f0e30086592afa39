import { expect, test } from "vitest";
import { foldersLike } from "../../../../src/world/packages/managers/folders-like.ts";
import { foldersOfVersion } from "../../../../src/world/tree/list-folders.ts";
import { madeVersion } from "../../../versions/made-version.ts";

const paths = ["top.txt", "one/a/file", "one/b/c/file", "one/.git/d/file", "one/node_modules/e/file", "two/a/file"];
const listFolders = foldersOfVersion(madeVersion(Object.fromEntries(paths.map((path) => [path, ""]))));

test.each([
  ["one/b", ["one/b"]],
  ["./one/a/", ["one/a"]],
  ["*", ["one", "two"]],
  ["o?e/*", ["one/a", "one/b"]],
  ["*/[ab]", ["one/a", "one/b", "two/a"]],
  ["one/**", ["one", "one/a", "one/b", "one/b/c"]],
  ["**/a", ["a", "one/a", "one/a/a", "one/b/a", "one/b/c/a", "two/a", "two/a/a"]],
  ["*/**/**", ["one", "one/a", "one/b", "one/b/c", "two", "two/a"]],
])(
  "the folders like %s are looked for only in folders, and in none that are hidden or installed",
  (pattern, folders) => {
    expect(foldersLike(pattern, { listFolders }).sort()).toEqual(folders);
  },
);

test("each folder is listed once for all below", () => {
  const listed: string[] = [];
  const list = (folder: string) => {
    listed.push(folder);
    return listFolders(folder);
  };
  foldersLike("one/**", { listFolders: list });
  expect(listed.sort()).toEqual(["one", "one/a", "one/b", "one/b/c"]);
});

test("where only single files are known, a pattern names no folder but itself", () => {
  expect([foldersLike("*", {}), foldersLike("web", {})]).toEqual([[], ["web"]]);
});
