import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WarmTree } from "../../../src/world/tree/incremental-checkout.ts";
import { folderVersion } from "../../../src/world/tree/version.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

test("what was built stays, unless someone was killed who wrote there", () => {
  const path = temporaryFolder("warm-tree");
  mkdirSync(join(path, "version/src"), { recursive: true });
  writeFileSync(join(path, "version/src/a.c"), "int a;\n");
  const base = folderVersion(join(path, "version"), "version");
  const provided = {
    fill: (folder: string) => void mkdirSync(join(folder, "node_modules/left"), { recursive: true }),
    holds: (each: string) => each === "node_modules",
  };
  const tree = new WarmTree(join(path, "warm"), provided);
  const place = (name: string) => join(tree.folder, name);
  const isThere = () =>
    ["src/a.c", "node_modules/left", "src/a.o", "out/app"].filter((name) => existsSync(place(name)));
  tree.become({ base, placed: [] });
  mkdirSync(place("out"));
  for (const name of ["src/a.o", "out/app"]) writeFileSync(place(name), "half");
  tree.become({ base, placed: [] });
  expect(isThere()).toEqual(["src/a.c", "node_modules/left", "src/a.o", "out/app"]);
  tree.distrust();
  tree.become({ base, placed: [] });
  expect(isThere()).toEqual(["src/a.c", "node_modules/left"]);
});
