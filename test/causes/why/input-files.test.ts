import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inputsOf } from "../../../src/causes/why/circumstances/input-files.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

test("a command's inputs are the files among its words; a script of sh -c is none, however long", () => {
  const folder = temporaryFolder("inputs");
  for (const name of ["parse.js", "bug.json", "run.sh"]) writeFileSync(join(folder, name), "1");
  chmodSync(join(folder, "run.sh"), 0o755);
  const long = `exit 3 # ${"x".repeat(5000)}`;
  expect(inputsOf(["node", "parse.js", "bug.json", "run.sh", long, "bug.json/x", "none.json"], folder)).toEqual([2]);
  expect(inputsOf(["sh", "-c", long], folder)).toEqual([]);
});
