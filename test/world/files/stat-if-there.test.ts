import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lstatIfThere, statIfThere } from "../../../src/world/files/stat-if-there.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

test("nothing is at a path below a file, whatever version of Node asks", () => {
  const folder = temporaryFolder("stat");
  writeFileSync(join(folder, "file"), "");
  mkdirSync(join(folder, "sub"));
  symlinkSync("nowhere", join(folder, "link"));
  for (const stat of [statIfThere, lstatIfThere]) {
    expect(stat(join(folder, "file"))?.isFile()).toBe(true);
    expect(stat(join(folder, "sub"))?.isDirectory()).toBe(true);
    for (const missing of ["none", "none/x", "file/x", "file/x/y"]) expect(stat(join(folder, missing))).toBe(undefined);
  }
  expect(statIfThere(join(folder, "link"))).toBe(undefined);
  expect(lstatIfThere(join(folder, "link"))?.isSymbolicLink()).toBe(true);
});
