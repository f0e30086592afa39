import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { writeWheels } from "../tools/wheels.ts";
import { contents, type Folder, newFolder } from "./culprit.ts";
import { commit } from "./npm-project.ts";
import { expectPaddingNamed } from "./padding-named.ts";
import { patchedCopy } from "./patched-copy.ts";
import { expectUpgradeBlamed } from "./upgrade-blamed.ts";

const others = ["blue", "brown", "green", "grey", "red", "white"];
const pad = (body: string, year: number) => `year = ${year}\ndef pad(text): return ${body}\n`;
const table = "from pad import pad\ndef main():\n    import sys\n    print(pad(sys.argv[1]))\n";

/** A project of which the last commit upgraded everything, and one upgrade is bad. */
function upgraded(tableRequires: (version: string) => string[] = () => []): Folder {
  const folder = newFolder();
  const versions = ["1.0", "2.0"];
  writeWheels(join(folder.path, "wheels"), [
    { name: "pad", version: "1.0", code: pad("text.rjust(4)", 2019) },
    { name: "pad", version: "2.0", code: pad("text.ljust(4)", 2024) },
    ...versions.map((version) => ({
      ...{ name: "table", version, code: table, requires: tableRequires(version) },
      programs: { table: "table:main" },
    })),
    ...others.flatMap((name) => versions.map((version) => ({ name, version, code: `version = "${version}"\n` }))),
  ]);
  folder.write(".gitignore", ".venv\n");
  folder.script("check.sh", 'test "$(table ab)" = "  ab" || { echo "the row is wrong" >&2; exit 3; }');
  folder.write("requirements.txt", pins("1.0"));
  commit(folder, "as it was");
  folder.write("requirements.txt", pins("2.0"));
  commit(folder, "upgrade everything");
  return folder;
}

const pins = (version: string) =>
  [
    "--no-index\n--find-links wheels\n",
    ...others.map((name) => `${name}==${version}\n    # via table\n`),
    `pad==${version}\n    # via table\n`,
    `table==${version}\n    # via -r requirements.in\n`,
  ].join("");

describe("packages of pip", skippedBecause(missing("python3")), () => {
  test("names the upgrade that breaks a test, and keeps the others", async () => {
    const folder = upgraded();
    const before = contents(folder);
    const { code, json, stderr } = await folder.culprit(
      "packages",
      "HEAD~1",
      "--keep-good",
      "--deeper",
      "--json",
      "--",
      "./check.sh",
    );
    expect([code, json.verdict, json.minimal], stderr).toEqual([0, "found", true]);
    expect(json.cause).toEqual([{ text: "pad 1.0 → 2.0 (table › pad)", package: "pad", old: "1.0", new: "2.0" }]);
    // 8 versions differ: 2 · log2(8) + 3.
    expect(json.stages?.[0]?.needed).toBeLessThanOrEqual(9);
    expectPaddingNamed(json);
    const good = folder.read("requirements.good.txt");
    expect(good).toBe(pins("2.0").replace("pad==2.0", "pad==1.0"));
    const after = contents(folder);
    for (const name of ["requirements.good.txt", "requirements.good.patch"]) after.delete(join(folder.path, name));
    expect(after).toEqual(before);
    expect(patchedCopy(folder, "requirements.good.patch").read("requirements.txt")).toBe(good);
    const install = ["-m", "pip", "install", "--quiet", "--target", "there", "--requirement", "requirements.good.txt"];
    execFileSync("python3", install, { cwd: folder.path, stdio: "pipe" });
    const env = { ...process.env, PYTHONPATH: join(folder.path, "there") };
    const row = spawnSync("python3", ["-c", "import table; table.main()", "ab"], { cwd: folder.path, env });
    expect(row.stdout.toString()).toBe("  ab\n");
  });

  test("culprit changes tells the packages from the files", async () => {
    const folder = upgraded();
    execFileSync("python3", ["-m", "venv", "--without-pip", ".venv"], { cwd: folder.path });
    await expectUpgradeBlamed({ folder, test: ["./check.sh"] }, { package: "pad", old: "1.0", new: "2.0" });
  });

  test("what pip itself does not install together is kept or held back together", async () => {
    const folder = upgraded((version) => [version === "1.0" ? "pad" : "pad>=2"]);
    const { code, json, stderr } = await folder.culprit(
      "packages",
      "HEAD~1",
      "--keep-good",
      "--json",
      "--",
      "./check.sh",
    );
    expect([code, json.verdict], stderr).toEqual([0, "found"]);
    expect(json.cause).toMatchObject([{ package: "pad" }]);
    expect(json.heldBack?.map((each) => each.package)).toEqual(["pad", "table"]);
    expect(json.notes?.slice(0, 2)).toEqual([
      "6 of the 8 upgrades pass together; held back: pad 1.0 → 2.0 and table 1.0 → 2.0.",
      "Package by package 7 upgrades pass, but pip does not install them together: table 2.0 depends on pad>=2.",
    ]);
    const pinned = pins("2.0").replace("pad==2.0", "pad==1.0").replace("table==2.0", "table==1.0");
    expect(folder.read("requirements.good.txt")).toBe(pinned);
  });

  test("a test that names the user's environment has the candidate's, of its own interpreter, with data files and what can be edited", async () => {
    const folder = upgraded();
    execFileSync("python3", ["-m", "venv", "--without-pip", ".venv"], { cwd: folder.path });
    const code = [
      "import sys, own, pad, blue, pathlib",
      "version = (pathlib.Path(sys.prefix) / 'share/pad/version.txt').read_text()",
      "assert version == '1.0', 'data of ' + version",
    ].join("; ");
    folder.shell("mkdir -p src/own && touch src/own/__init__.py");
    for (const version of ["1.0", "2.0"]) folder.write(`${version}.txt`, `-e .\n${pins(version)}`);
    const words = ["packages", "1.0.txt", "2.0.txt", "--manager", "pip", "--json", "--"];
    const others = newFolder();
    for (const name of ["python", "python3"]) others.script(name, "echo 'not this interpreter' >&2; exit 9");
    const variables = { PATH: `${others.path}:${process.env.PATH}` };
    const found = await folder.start([...words, "sh", "-c", `.venv/bin/python -c "${code}"`], variables).ended;
    expect([found.code, found.json.cause[0]?.package], found.stderr).toEqual([0, "pad"]);
    expect(found.stderr).toContain("data of 2.0");
  });
});
