import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isInPackages, packagesIn, providing } from "../../../src/versions/worlds/provided-folders.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

function folderWith(...files: string[]): string {
  const folder = temporaryFolder("provided");
  for (const file of files) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), folder);
  }
  return folder;
}

test("folders are copied into a tree where it has nothing, or an empty folder", () => {
  const root = folderWith("node_modules/a/index.js", "module/file", "own/file");
  const tree = folderWith("own/other");
  mkdirSync(join(tree, "module"));
  const provided = providing(["node_modules", "module", "own"].map((path) => ({ root, path })));
  provided.fill(tree);
  expect(readFileSync(join(tree, "node_modules/a/index.js"), "utf8")).toBe(root);
  expect(readFileSync(join(tree, "module/file"), "utf8")).toBe(root);
  expect(existsSync(join(tree, "own/file"))).toBe(false);
  expect([provided.holds("module"), provided.holds("module/file")]).toEqual([true, false]);
});

test("packages are what is inside a provided node_modules", () => {
  const folders = ["node_modules", "web/node_modules", "module"].map((path) => ({ root: "/", path }));
  const paths = ["node_modules/a.js", "web/node_modules/a.js", "module/a.js", "node_modules", "web/a.js"];
  expect(paths.filter((path) => isInPackages(folders, path))).toEqual(paths.slice(0, 2));
});

test("a folder that is a version provides the packages that are installed in it", () => {
  const root = folderWith("node_modules/a/index.js");
  expect(packagesIn(root)).toEqual([{ root, path: "node_modules" }]);
  expect([packagesIn(folderWith()), packagesIn(undefined)]).toEqual([[], []]);
});
