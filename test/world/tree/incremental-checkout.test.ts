import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderVersion } from "../../../src/world/tree/folder-version.ts";
import { WarmTree } from "../../../src/world/tree/incremental-checkout.ts";
import type { Version } from "../../../src/world/tree/version.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

test("what was built stays, unless someone was killed who wrote there", () => {
  const path = temporaryFolder("warm-tree");
  mkdirSync(join(path, "version/src"), { recursive: true });
  writeFileSync(join(path, "version/src/a.c"), "int a;\n");
  const base = folderVersion(join(path, "version"), "version");
  const provided = {
    fill: (folder: string) => {
      for (const path of ["node_modules/left", "fixture/node_modules"])
        mkdirSync(join(folder, path), { recursive: true });
    },
    paths: ["node_modules", "fixture/node_modules"],
  };
  const tree = new WarmTree(join(path, "warm"), provided);
  const place = (name: string) => join(tree.folder, name);
  const isThere = () =>
    ["src/a.c", "node_modules/left", "fixture/node_modules", "src/a.o", "fixture/built", "out/app"].filter((name) =>
      existsSync(place(name)),
    );
  tree.become({ base, placed: [] });
  mkdirSync(place("out"));
  for (const name of ["src/a.o", "fixture/built", "out/app"]) writeFileSync(place(name), "half");
  tree.become({ base, placed: [] });
  expect(isThere()).toEqual([
    ...["src/a.c", "node_modules/left", "fixture/node_modules"],
    ...["src/a.o", "fixture/built", "out/app"],
  ]);
  tree.distrust();
  tree.become({ base, placed: [] });
  expect(isThere()).toEqual(["src/a.c", "node_modules/left", "fixture/node_modules"]);
});

test("what Python compiled of a file goes with the file: its size and its time in seconds may be the same for the next one", () => {
  const path = temporaryFolder("compiled");
  const versions = ["X = 1\n", "X = 2\n"].map((text, i) => {
    const folder = join(path, `version-${i}`);
    mkdirSync(join(folder, "lib"), { recursive: true });
    for (const name of ["a.py", "b.py"]) writeFileSync(join(folder, "lib", name), name === "a.py" ? text : "Y = 1\n");
    return folderVersion(folder, `version ${i}`);
  });
  const [base, next] = versions as [Version, Version];
  const tree = new WarmTree(join(path, "warm"));
  tree.become({ base, placed: [] });
  const cache = join(tree.folder, "lib/__pycache__");
  const compiled = ["a.cpython-311.pyc", "a.cpython-311-pytest-8.3.3.pyc", "aa.cpython-311.pyc", "b.cpython-311.pyc"];
  mkdirSync(cache);
  for (const name of compiled) writeFileSync(join(cache, name), "");
  tree.become({ base, placed: [{ path: "lib/a.py", item: next.items.get("lib/a.py") }] });
  expect(readdirSync(cache).sort()).toEqual(["aa.cpython-311.pyc", "b.cpython-311.pyc"]);
});
