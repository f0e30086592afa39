import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { UserFiles } from "../../../src/engine/action/user-files.ts";
import { TreeReader } from "../../../src/engine/tree/read-tree.ts";
import { TreeFolder } from "../../../src/engine/tree/tree-folder.ts";
import { overlayOf } from "../../../src/trial/isolation/overlays.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const files = [
  ...["a", ".gitignore", ".git/config", ".culprit/runs/1/output", "sub/b", "sub/.culprit/runs/2/output"],
  ...["sub/module/.git", "sub/module/c", "sub/module/deep/.git/config"],
];

function project(): string {
  const folder = temporaryFolder("user-files");
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  return folder;
}

function* pathsIn(tree: TreeFolder, above = ""): Generator<string> {
  for (const [name, entry] of tree.entries) {
    if (entry instanceof TreeFolder) yield* pathsIn(entry, `${above}${name}/`);
    else yield above + name;
  }
}

/** What is sent of a folder. */
function sent(folder: string, ...uploads: string[]): string[] {
  return [...pathsIn(new UserFiles(new TreeReader(), { uploads }).single(folder).tree)].sort();
}

test("records of runs and histories are left out wherever they are", () => {
  expect(sent(project())).toEqual([".gitignore", "a", "sub/b", "sub/module/c"]);
});

test("but not what the user names, and nothing else beside it", () => {
  const folder = project();
  const usual = sent(folder);
  const more = (...uploads: string[]) => {
    const all = sent(folder, ...uploads.map((path) => join(folder, path)));
    return all.filter((path) => !usual.includes(path));
  };
  expect(more(".git")).toEqual([".git/config"]);
  expect(more("sub/.culprit/runs/2", "sub/module/.git")).toEqual(["sub/.culprit/runs/2/output", "sub/module/.git"]);
  expect(more("sub/module/deep/.git/other")).toEqual([]);
  expect(more("sub", ".")).toEqual([]);
  mkdirSync(join(folder, ".git/modules/x/.git"), { recursive: true });
  writeFileSync(join(folder, ".git/modules/x/.git/config"), "");
  expect(sent(join(folder, ".git"), join(folder, ".git"))).toEqual(["config", "modules/x/.git/config"]);
  expect(more(".git")).toEqual([".git/config", ".git/modules/x/.git/config"]);
});

test("of an overlay too", () => {
  const [folder, layer] = [project(), temporaryFolder("user-files-layer")];
  const overlay = overlayOf(folder, layer);
  mkdirSync(join(overlay.upper, "new/.git"), { recursive: true });
  for (const path of ["new/d", "new/.git/config"]) writeFileSync(join(overlay.upper, path), "");
  const experiment = { argv: [], environment: {}, stdin: undefined, candidate: [], overlays: [overlay] };
  const [tree] = new UserFiles(new TreeReader()).treesOf(experiment, { folder: layer, temporary: layer, kept: layer });
  expect([...pathsIn(tree!.tree)].sort()).toEqual([".gitignore", "a", "new/d", "sub/b", "sub/module/c"]);
});
