import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copiedPlace } from "../../../src/versions/worlds/copied-place.ts";
import { isInPackages, packagesIn } from "../../../src/versions/worlds/unversioned.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

function folderWith(...files: string[]): string {
  const folder = temporaryFolder("provided");
  for (const file of files) {
    mkdirSync(join(folder, file, ".."), { recursive: true });
    writeFileSync(join(folder, file), folder);
  }
  return folder;
}

test("folders are copied into a tree; where it has files of its own, these stay", () => {
  const root = folderWith("node_modules/a/index.js", "module/file", "own/file", "own/other");
  const tree = folderWith("own/other");
  mkdirSync(join(tree, "module"));
  const { provided } = copiedPlace(["node_modules", "module", "own"].map((path) => ({ root, path, kind: "other" })));
  provided.fill(tree);
  expect(readFileSync(join(tree, "node_modules/a/index.js"), "utf8")).toBe(root);
  expect(readFileSync(join(tree, "module/file"), "utf8")).toBe(root);
  expect(readFileSync(join(tree, "own/file"), "utf8")).toBe(root);
  expect(readFileSync(join(tree, "own/other"), "utf8")).toBe(tree);
  expect(provided.paths).toContain("module");
});

test("where a tree has a file, another kind of thing or a link, that stays, and nothing is written behind it", () => {
  const root = folderWith("file/in", "own/deep/in", "behind/in", "dangling/in", "empty");
  symlinkSync("nowhere", join(root, "lost"));
  const tree = folderWith("file", "own/deep", "lost");
  const outside = folderWith();
  mkdirSync(join(tree, "empty"));
  symlinkSync(outside, join(tree, "behind"));
  symlinkSync(join(outside, "missing"), join(tree, "dangling"));
  const paths = ["file", "own", "behind/in", "dangling", "empty", "lost"];
  copiedPlace(paths.map((path) => ({ root, path, kind: "other" }))).provided.fill(tree);
  for (const name of ["file", "own/deep", "lost"]) expect(readFileSync(join(tree, name), "utf8")).toBe(tree);
  expect(readlinkSync(join(tree, "dangling"))).toBe(join(outside, "missing"));
  expect(readdirSync(outside)).toEqual([]);
});

test("packages are what is inside a provided node_modules", () => {
  const folders = [
    { root: "/", path: "node_modules", kind: "packages" as const },
    { root: "/", path: "web/node_modules", kind: "packages" as const },
    { root: "/", path: "module", kind: "module" as const },
  ];
  const paths = ["node_modules/a.js", "web/node_modules/a.js", "module/a.js", "node_modules", "web/a.js"];
  expect(paths.filter((path) => isInPackages(folders, path))).toEqual(paths.slice(0, 2));
});

test("a folder that is a version provides the packages that are installed in it", () => {
  const root = folderWith("node_modules/a/index.js");
  expect(packagesIn(root)).toEqual([{ root, path: "node_modules", kind: "packages" }]);
  expect([packagesIn(folderWith()), packagesIn(undefined)]).toEqual([[], []]);
});
