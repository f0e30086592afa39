import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DeltaSet } from "../../src/core/delta-set.ts";
import type { ListSearch } from "../../src/settings/list.ts";
import { chooseResultFiles, writeResults } from "../../src/settings/result-files.ts";
import { temporaryFolder } from "../temporary-folder.ts";

function newPlace() {
  const cwd = temporaryFolder("results");
  writeFileSync(join(cwd, "old.env"), "A=1\n");
  const needed = { inputs: [join(cwd, "old.env")], test: ["./test.sh"], cwd };
  const choose = (goal: "simplify" | "isolate", output: string) =>
    chooseResultFiles({ output: join(cwd, output), goal, extension: "env", needed });
  return { path: (name: string) => join(cwd, name), choose };
}

describe("the files for results", () => {
  test("are the one named, or two in the folder named", () => {
    const { path, choose } = newPlace();
    expect(choose("simplify", "min.env")).toEqual({ failing: path("min.env") });
    expect(choose("isolate", "out")).toEqual({ failing: path("out/failing.env"), passing: path("out/passing.env") });
    expect(existsSync(path("out"))).toBe(false);
  });

  test("have the same number where one of them exists", () => {
    const { path, choose } = newPlace();
    mkdirSync(path("out"));
    writeFileSync(path("out/passing.env"), "");
    expect(choose("isolate", "out")).toEqual({
      failing: path("out/failing-2.env"),
      passing: path("out/passing-2.env"),
    });
  });

  test("are refused where they would overwrite the input, or a pair would become a file", () => {
    const { choose } = newPlace();
    expect(() => choose("simplify", "old.env")).toThrow("is the input itself, which is never changed");
    expect(() => choose("isolate", "old.env")).toThrow(
      /^--output .*old\.env is a file, but a pair of results needs a folder: name another one\.$/,
    );
  });
});

describe("results", () => {
  const search = (output?: { failing: string; passing?: string }) =>
    ({ request: { output }, list: { text: (set: DeltaSet) => `${set}\n` } }) as unknown as ListSearch;

  test("are written, folders and all", () => {
    const { path } = newPlace();
    const files = { failing: path("a/b/failing.env"), passing: path("a/b/passing.env") };
    writeResults(search(files), { failing: DeltaSet.range(0, 2), passing: DeltaSet.range(0, 1) });
    expect(readFileSync(files.failing, "utf8")).toBe(`${DeltaSet.range(0, 2)}\n`);
    expect(readFileSync(files.passing, "utf8")).toBe(`${DeltaSet.range(0, 1)}\n`);
  });

  test("are written nowhere unless the user wants them", () => {
    expect(() => writeResults(search(), { failing: DeltaSet.empty })).not.toThrow();
  });
});
