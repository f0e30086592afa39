import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { noUv, uvVariables } from "../tools/uv.ts";
import { writeWheels } from "../tools/wheels.ts";
import { contents, environment, type Folder, newFolder } from "./culprit.ts";
import { commit } from "./npm-project.ts";
import { expectPaddingNamed } from "./padding-named.ts";
import { patchedCopy } from "./patched-copy.ts";
import { expectUpgradeBlamed } from "./upgrade-blamed.ts";

const others = ["blue", "green", "grey", "red"];
const pad = (body: string, year: number) => `year = ${year}\ndef pad(text): return ${body}\n`;
const table = "from pad import pad\ndef main():\n    import sys\n    print(pad(sys.argv[1]))\n";

const manifest = (limit: string) => `[project]
name = "app"
version = "0.1.0"
requires-python = ">=3.8"
dependencies = [${["table", ...others].map((name) => `"${name}${limit}"`).join(", ")}]

[tool.uv]
no-index = true
find-links = ["wheels"]
`;

const env = () => ({ ...environment(), ...uvVariables });

function uv(folder: Folder, ...words: string[]): string {
  return execFileSync("uv", words, { cwd: folder.path, env: env(), encoding: "utf8", stdio: "pipe" });
}

/** A project of which the last commit upgraded everything; the new pad is bad, and the new table asks for it. */
function upgraded(): Folder {
  const folder = newFolder();
  writeWheels(join(folder.path, "wheels"), [
    { name: "pad", version: "1.0", code: pad("text.rjust(4)", 2019) },
    { name: "pad", version: "2.0", code: pad("text.ljust(4)", 2024) },
    ...["1.0", "2.0"].map((version) => ({
      ...{ name: "table", version, code: table, requires: [version === "1.0" ? "pad<2" : "pad>=2"] },
      programs: { table: "table:main" },
    })),
    ...others.flatMap((name) => ["1.0", "2.0"].map((version) => ({ name, version, code: "" }))),
  ]);
  folder.write(".gitignore", ".venv\n");
  folder.script("check.sh", 'test "$(uv run table ab)" = "  ab" || { echo "the row is wrong" >&2; exit 3; }');
  for (const limit of ["<2", ""]) {
    folder.write("pyproject.toml", manifest(limit));
    uv(folder, "lock", "--quiet", "--upgrade");
    commit(folder, `with ${limit}`);
  }
  return folder;
}

describe("packages of uv", skippedBecause(noUv), () => {
  test("names the upgrade that breaks a test, keeps the others, and says how to hold it back", async () => {
    const folder = upgraded();
    const before = contents(folder);
    const words = ["packages", "HEAD~1", "--keep-good", "--deeper", "--json", "--", "./check.sh"];
    const { code, json, stderr } = await folder.start(words, uvVariables).ended;
    expect([code, json.verdict, json.minimal], stderr).toEqual([0, "found", true]);
    expect(json.cause).toEqual([{ text: "pad 1.0 → 2.0 (app › table › pad)", package: "pad", old: "1.0", new: "2.0" }]);
    // 6 versions differ: 2 · log2(6) + 3.
    expect(json.stages?.[0]?.needed).toBeLessThanOrEqual(8);
    expectPaddingNamed(json);
    expect(json.notes).toContain(
      'To keep pad 1.0: tool.uv.override-dependencies in pyproject.toml: ["pad==1.0"], then uv lock (installed, and the test passed).',
    );
    const copy = patchedCopy(folder, "uv.good.patch");
    const after = contents(folder);
    for (const name of ["uv.good.lock", "uv.good.patch"]) after.delete(join(folder.path, name));
    expect(after).toEqual(before);
    uv(copy, "sync", "--quiet", "--frozen", "--offline");
    expect(uv(copy, "pip", "freeze").split("\n").filter(Boolean)).toEqual(
      [...others, "table"].sort().flatMap((name) => (name === "red" ? ["pad==1.0", "red==2.0"] : [`${name}==2.0`])),
    );
    expect(uv(copy, "run", "--frozen", "table", "ab")).toBe("  ab\n");
  });

  test("culprit changes tells the packages from the files", async () => {
    const folder = upgraded();
    execFileSync("python3", ["-m", "venv", "--without-pip", ".venv"], { cwd: folder.path });
    const project = { folder, test: ["./check.sh"], environment: uvVariables };
    await expectUpgradeBlamed(project, { package: "pad", old: "1.0", new: "2.0" });
  });
});
