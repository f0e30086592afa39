import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WarmPackages } from "../../../src/world/packages/incremental-install.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

test("nothing is installed or removed behind a link that leads out of the tree", () => {
  const [tree, store, outside] = ["tree", "store", "outside"].map(temporaryFolder) as [string, string, string];
  writeFileSync(join(store, "index.js"), "");
  mkdirSync(join(outside, "node_modules/a"), { recursive: true });
  mkdirSync(join(outside, "node_modules/other"));
  const packages = new WarmPackages({ tree, inside: "app", shelf: join(temporaryFolder("shelf"), "shelf") });
  const wanted = { path: "node_modules/a", id: "a@1", from: { folder: store }, bin: { run: "index.js" } };
  packages.become([wanted]);
  expect(readdirSync(join(tree, "app/node_modules")).sort()).toEqual([".bin", "a"]);

  rmSync(join(tree, "app"), { recursive: true });
  symlinkSync(outside, join(tree, "app"));
  packages.become([wanted]);
  packages.become([]);
  expect(readdirSync(outside, { recursive: true }).sort()).toEqual([
    "node_modules",
    "node_modules/a",
    "node_modules/other",
  ]);

  rmSync(join(tree, "app"));
  packages.become([wanted]);
  expect(readdirSync(join(tree, "app/node_modules/a"))).toEqual(["index.js"]);
});

test("a link that a test left in the place of the programs is replaced", () => {
  const [tree, store, outside] = ["tree", "store", "outside"].map(temporaryFolder) as [string, string, string];
  writeFileSync(join(store, "index.js"), "");
  mkdirSync(join(tree, "node_modules"));
  symlinkSync(outside, join(tree, "node_modules/.bin"));
  const packages = new WarmPackages({ tree, inside: "", shelf: join(temporaryFolder("shelf"), "shelf") });
  packages.become([{ path: "node_modules/a", id: "a@1", from: { folder: store }, bin: { run: "index.js" } }]);
  expect(readdirSync(outside)).toEqual([]);
  expect(readdirSync(join(tree, "node_modules/.bin"))).toEqual(["run"]);
});
