import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { contents, environment, type Folder, newFolder } from "./culprit.ts";
import { goProxy, type ModuleSource } from "./go-proxy.ts";
import { commit } from "./npm-project.ts";
import { changedFiles, patchedCopy } from "./patched-copy.ts";
import { expectUpgradeBlamed } from "./upgrade-blamed.ts";

const code = (name: string, text: string, requires: Record<string, string> = {}): ModuleSource => ({
  code: `package ${name}\n${text}\n`,
  requires,
});
const pad = (width: number, year: number) =>
  code(
    "pad",
    `import "fmt"\nfunc Left(text string) string { return fmt.Sprintf("%${width}s", text) }\nvar Year = ${year}`,
  );
const table = (needed: string) =>
  code("table", 'import "example.org/pad"\nfunc Row(text string) string { return pad.Left(text) + "|" }', {
    "example.org/pad": needed,
  });
const plain = (name: string, requires: Record<string, string> = {}) => code(name, "var One = 1", requires);

const modules = {
  "example.org/pad@v1.1.2": pad(4, 2019),
  "example.org/pad@v1.2.0": pad(2, 2024),
  "example.org/table@v1.0.0": table("v1.1.2"),
  // Whoever takes this table gets the newer pad as well.
  "example.org/table@v1.1.0": table("v1.2.0"),
  "example.org/colour@v1.0.0": plain("colour"),
  "example.org/colour@v1.0.1": plain("colour"),
  "example.org/dates@v0.3.0": code("dates", 'import "example.org/zones"\nvar One = zones.One', {
    "example.org/zones": "v0.1.0",
  }),
  "example.org/dates@v0.4.0": code("dates", "var One = 2"),
  "example.org/zones@v0.1.0": plain("zones"),
};

const main = `package main

import (
	"fmt"
	"os"

	"example.org/colour"
	"example.org/dates"
	"example.org/table"
)

func main() {
	_, _ = colour.One, dates.One
	if row := table.Row("ab"); row != "  ab|" {
		fmt.Fprintf(os.Stderr, "error: the row is %q\\n", row)
		os.Exit(3)
	}
}
`;

type Environment = Record<string, string>;

function go(folder: Folder, variables: Environment, ...words: string[]): void {
  const ended = spawnSync("go", words, { cwd: folder.path, env: { ...environment(), ...variables }, encoding: "utf8" });
  expect(ended.status, ended.stderr).toBe(0);
}

/** A project of which the last commit upgraded everything. */
function upgraded(): { folder: Folder; variables: Environment } {
  const folder = newFolder();
  const variables = goProxy(folder, modules);
  folder.write(".gitignore", ".proxy\n.modules\n");
  folder.write("main.go", main);
  folder.write("go.mod", "module example.org/app\n\ngo 1.21\n");
  const get = (...versions: string[]) => {
    go(folder, variables, "get", ...versions.map((each) => `example.org/${each}`));
    go(folder, variables, "mod", "tidy");
  };
  get("table@v1.0.0", "colour@v1.0.0", "dates@v0.3.0");
  commit(folder, "as it was");
  get("table@v1.1.0", "colour@v1.0.1", "dates@v0.4.0");
  commit(folder, "upgrade everything");
  return { folder, variables };
}

const withoutCache = (folder: Folder) =>
  new Map([...contents(folder)].filter(([path]) => !/\/\.(?:modules|proxy)\//.test(path)));

describe("go", skippedBecause(missing("go") ?? missing("python3")), () => {
  test("names the module; --keep-good holds back only that one, in a go.mod that go accepts as it is", async () => {
    const { folder, variables } = upgraded();
    const before = withoutCache(folder);
    const words = ["packages", "HEAD~1", "--keep-good", "--deeper", "--json", "--", "go", "run", "."];
    const { code, json, stderr } = await folder.start(words, variables).ended;
    expect([code, json.verdict, json.minimal], stderr).toEqual([0, "found", true]);
    const { cause, deltas, notes, heldBack, deeper, files } = json;
    expect(deeper).toMatchObject({ packages: ["example.org/pad"], deltas: { total: 2, cause: 1 }, minimal: true });
    expect(deeper?.cause).toMatchObject([{ file: "example.org/pad/code.go", line: 3 }]);
    expect(readFileSync(files.fix!, "utf8")).toMatch(/^diff --git a\/code.go .*\n-.*%2s.*\n\+.*%4s/ms);
    const [module, old] = ["example.org/pad", "v1.1.2"];
    expect([cause, deltas]).toMatchObject([[{ package: module, old, new: "v1.2.0" }], { total: 4, cause: 1 }]);
    expect(cause[0]?.broughtBy).toEqual(["example.org/table v1.1.0"]);
    expect(heldBack).toMatchObject([{ package: module }]);
    expect(notes).toContain("go.good.sum belongs to it, in the place of go.sum.");
    expect(notes).toContain(
      `To keep ${module} ${old}: go mod edit -replace ${module}=${module}@${old} && go mod tidy (installed, and the test passed).`,
    );
    go(folder, { ...variables, GOPROXY: "off" }, "run", "-mod=readonly", "-modfile=go.good.mod", ".");
    const copy = patchedCopy(folder, "go.good.patch");
    expect(changedFiles(copy)).toEqual(["go.mod", "go.sum"]);
    go(copy, { ...variables, GOPROXY: "off" }, "run", "-mod=readonly", ".");
    for (const name of ["go.good.mod", "go.good.sum", "go.good.patch"]) rmSync(join(folder.path, name));
    expect(withoutCache(folder)).toEqual(before);
  });

  test("a module that is held back brings what only it needs, and go takes the patch as it is", async () => {
    const { folder, variables } = upgraded();
    const main = folder.read("main.go").replace("colour.One, dates.One", "colour.One, table.Row");
    folder.write("main.go", main.replace('table.Row("ab"); row != "  ab|"', "dates.One; row != 1"));
    commit(folder, "another check");
    const words = ["packages", "HEAD~2", "--keep-good", "--json", "--", "go", "run", "."];
    const { code, json, stderr } = await folder.start(words, variables).ended;
    expect([code, json.heldBack], stderr).toMatchObject([0, [{ package: "example.org/dates" }]]);
    expect(json.patches).toMatchObject([{ effect: "passes" }]);
    const offline = { ...variables, GOPROXY: "off" };
    go(patchedCopy(folder, "go.good.patch"), offline, "run", "-mod=readonly", ".");
    go(folder, offline, "run", "-mod=readonly", "-modfile=go.good.mod", ".");
  });

  test("what was fetched before is enough; without it, or with another hash, go's words are shown; a workspace is refused", async () => {
    const { folder, variables } = upgraded();
    const check = "! go list -m example.org/pad | grep 'v1.2.0$'";
    const run = (more: Environment) =>
      folder.start(["packages", "HEAD~1", "--json", "--", "sh", "-c", check], { ...variables, ...more }).ended;
    const away = { GOPROXY: "http://127.0.0.1:9" };
    const found = await run(away);
    expect([found.code, found.json.cause], found.stderr).toMatchObject([0, [{ package: "example.org/pad" }]]);
    const sums = folder.read("go.sum");
    folder.write("go.sum", sums.replace(/(colour v1.0.1 h1:).{10}/, "$1aaaaaaaaaa"));
    const changed = await run(away);
    expect([changed.code, changed.stderr]).toEqual([
      1,
      expect.stringMatching(/go cannot install the packages of .*colour@v1.0.1: checksum mismatch/s),
    ]);
    folder.write("go.sum", sums);
    rmSync(join(folder.path, ".modules"), { recursive: true });
    const missing = await run(away);
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringMatching(/go cannot install the packages of HEAD~1.*connection refused/s),
    ]);
    folder.write("go.work", "go 1.21\n\nuse .\n");
    const { code, stderr } = await run({});
    expect([code, stderr]).toEqual([1, expect.stringContaining("go.work is not supported")]);
  });

  test("culprit changes tells the packages from the files", async () => {
    const { folder, variables } = upgraded();
    const project = { folder, test: ["go", "run", "."], environment: variables };
    await expectUpgradeBlamed(project, { package: "example.org/pad", old: "v1.1.2", new: "v1.2.0" });
  });
});
