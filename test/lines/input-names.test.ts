import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inputNameFilter } from "../../src/lines/input-names.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const cwd = temporaryFolder("input-names");
for (const name of ["x.py", "bad.txt", "good.txt"]) writeFileSync(join(cwd, name), "");
const run = (fails: boolean, ...words: string[]) => ({ words: ["python3", "x.py", ...words], fails });

test("a value that names the file of another run is its input", () => {
  const isInput = inputNameFilter([run(true, "bad.txt"), run(false, "good.txt")], cwd);
  expect(["'good.txt'", '"bad.txt"', '"./good.txt"'].map(isInput)).toEqual([true, true, true]);
});

test("what all runs are given, and what is no file, is not", () => {
  const isInput = inputNameFilter([run(true, "7"), run(false, "8")], cwd);
  expect(["'x.py'", "'7'", "8", "'other.txt'"].map(isInput)).toEqual([false, false, false, false]);
});

test("nor can the folder of another run, or its standard input, take the place of a value", () => {
  const runs = [
    { ...run(true), cwd: "/in/0", stdin: "/data/a" },
    { ...run(false), cwd: "/in/1", stdin: "/data/b" },
  ];
  const isInput = inputNameFilter(runs, cwd);
  expect(['"/in/1/in.txt"', "'/data/b'", "'/in'"].map(isInput)).toEqual([true, true, false]);
});
