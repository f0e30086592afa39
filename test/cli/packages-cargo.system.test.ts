import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { type CrateSource, cargoRegistry } from "./cargo-registry.ts";
import { contents, type Folder, newFolder } from "./culprit.ts";
import { commit } from "./npm-project.ts";
import { changedFiles, patchedCopy } from "./patched-copy.ts";
import { expectUpgradeBlamed } from "./upgrade-blamed.ts";

const code = (text: string, requires: Record<string, string> = {}): CrateSource => ({ code: text, requires });
const pad = (body: string, year: number) =>
  code(`pub fn left(text: &str) -> String { ${body} }\n\npub const YEAR: u32 = ${year};\n`);
const table = code('pub fn row(text: &str) -> String { pad::left(text) + "|" }\n', { pad: "1.1" });
const one = "pub fn one() -> u8 { 1 }\n";

const crates = {
  "pad@1.1.2": pad('format!("{text:>4}")', 2019),
  "pad@1.2.0": pad('format!("{text:>2}")', 2024),
  "pad@1.3.0": code("pub fn padded(text: &str) -> String { text.to_string() }\n"),
  "table@2.0.0": table,
  // It does not say that it needs a newer colour.
  "table@2.1.0": code('pub fn row(text: &str) -> String { colour::two(); pad::left(text) + "|" }\n', {
    pad: "1.1",
    colour: "1",
  }),
  "colour@1.0.0": code(one),
  "colour@1.0.1": code(`${one}pub fn two() -> u8 { 2 }\n`),
  "dates@3.0.0": code("pub fn day() -> u8 { dates_impl::one() }\n", { dates_impl: "=3.0.0" }),
  "dates@3.1.0": code("pub fn day() -> u8 { dates_impl::one() }\n", { dates_impl: "=3.1.0" }),
  "dates_impl@3.0.0": code(one),
  "dates_impl@3.1.0": code(one),
  "units@0.4.0": code(one),
  "units@0.5.0": code(one),
};

const manifest = (table: string, units: string) => `[package]
name = "app"
version = "0.1.0"
edition = "2021"

[dependencies]
table = "${table}"
colour = "1"
dates = "3"
units = { version = "${units}" }

[profile.dev]
debug = 0
`;

const main = `fn main() {
    colour::one(); dates::day(); units::one();
    let row = table::row("ab");
    if row != "  ab|" { eprintln!("error: the row is {row:?}"); std::process::exit(3); }
}
`;

const cargo = (folder: Folder, ...words: string[]) => {
  const ended = spawnSync("cargo", ["--quiet", ...words], {
    cwd: folder.path,
    env: environmentIn(folder),
    encoding: "utf8",
  });
  expect(ended.status, ended.stderr).toBe(0);
};
const environmentIn = (folder: Folder) => ({ ...process.env, CARGO_HOME: join(folder.path, ".cargo-home") });

/** A project of which the last commit upgraded everything, pad to this version. */
function upgraded(version: string): Folder {
  const folder = newFolder();
  cargoRegistry(folder, crates);
  folder.write(".gitignore", "target\n.cargo-home\n");
  mkdirSync(join(folder.path, "src"));
  folder.write("src/main.rs", main);
  folder.write("Cargo.toml", manifest("2.0", "0.4"));
  cargo(folder, "generate-lockfile");
  const olds = ["table@2.0.0", "pad@1.1.2", "colour@1.0.0", "dates@3.0.0", "dates_impl@3.0.0"].map((id) =>
    id.split("@"),
  );
  for (const [name, old] of olds) cargo(folder, "update", name!, "--precise", old!);
  commit(folder, "as it was");
  folder.write("Cargo.toml", manifest("2.1", "0.5"));
  cargo(folder, "update");
  cargo(folder, "update", "pad", "--precise", version);
  commit(folder, "upgrade everything");
  return folder;
}

describe("cargo", skippedBecause(missing("cargo")), () => {
  test("names the crate; --keep-good holds back only what it must, and cargo accepts that lockfile", async () => {
    const folder = upgraded("1.2.0");
    const before = contents(folder);
    const words = ["packages", "HEAD~1", "--keep-good", "--deeper", "--json", "--", "cargo", "run", "--quiet"];
    const { code, json, stderr } = await folder.start(words, environmentIn(folder)).ended;
    expect([code, json.verdict, json.minimal], stderr).toEqual([0, "found", true]);
    const { deeper, files } = json;
    expect(deeper).toMatchObject({ packages: ["pad"], deltas: { total: 3, cause: 1 }, minimal: true });
    expect(deeper?.cause).toMatchObject([{ file: "pad/src/lib.rs", line: 1 }]);
    expect(readFileSync(files.fix!, "utf8")).toMatch(/^diff --git a\/src\/lib.rs .*\n-.*:>2.*\n\+.*:>4/ms);
    expect(json.cause).toEqual([
      { text: "pad 1.1.2 → 1.2.0 (app › table › pad)", package: "pad", old: "1.1.2", new: "1.2.0" },
    ]);
    expect(json.deltas).toEqual({ total: 6, cause: 1 });
    expect(json.notes).toContain(
      "To keep pad 1.1.2: cargo update pad@1.2.0 --precise 1.1.2 (installed, and the test passed).",
    );
    expect(json.heldBack).toMatchObject([{ package: "pad" }]);
    const copy = patchedCopy(folder, "Cargo.good.patch");
    expect(changedFiles(copy)).toEqual(["Cargo.lock"]);
    for (const name of ["Cargo.good.lock", "Cargo.good.patch"]) rmSync(join(folder.path, name));
    rmSync(join(folder.path, ".cargo-home"), { recursive: true });
    const untouched = [...before].filter(([path]) => !path.includes("/.cargo-home/"));
    expect(contents(folder)).toEqual(new Map(untouched));
    cargo(copy, "run", "--locked");
  });

  test("a crate with which the project no longer compiles is found, too", async () => {
    const folder = upgraded("1.3.0");
    const words = ["packages", "HEAD~1", "--json", "--", "cargo", "run", "--quiet"];
    const { code, json, stderr } = await folder.start(words, environmentIn(folder)).ended;
    expect([code, json.verdict], stderr).toEqual([0, "found"]);
    expect(json.cause).toMatchObject([{ package: "pad", old: "1.1.2", new: "1.3.0" }]);
  });

  test("cargo completes a lockfile in which a feature is no longer asked for, or is now", async () => {
    const folder = newFolder();
    const wide = { optional: { wide: "1" } };
    const table = { code: "", requires: { pad: "1" } };
    cargoRegistry(folder, {
      "pad@1.0.0": { code: "pub const WIDTH: u8 = 4;\n", ...wide },
      "pad@1.1.0": { code: "pub const WIDTH: u8 = 2;\n", ...wide },
      "table@1.0.0": table,
      "table@1.1.0": { ...table, asks: { pad: ["wide"] } },
      "wide@1.0.0": code(one),
    });
    folder.write(".gitignore", "target\n.cargo-home\n");
    mkdirSync(join(folder.path, "src"));
    folder.write("src/main.rs", "fn main() { assert_eq!(pad::WIDTH, 4); }\n");
    const manifest = '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\npad = "1"\ntable = "1"\n';
    folder.write("Cargo.toml", manifest);
    cargo(folder, "generate-lockfile");
    for (const name of ["table", "pad"]) cargo(folder, "update", name, "--precise", "1.0.0");
    commit(folder, "as it was");
    cargo(folder, "update");
    commit(folder, "upgrade everything");
    const words = ["packages", "HEAD~1", "--json", "--", "cargo", "run", "--quiet"];
    const { code: status, json, stderr } = await folder.start(words, environmentIn(folder)).ended;
    expect([status, json.cause], stderr).toMatchObject([0, [{ package: "pad" }]]);
    expect(json.deltas).toMatchObject({ cause: 1 });
  });

  test("culprit changes tells the packages from the files", async () => {
    const folder = upgraded("1.2.0");
    const project = { folder, test: ["cargo", "run", "--quiet"], environment: environmentIn(folder) };
    await expectUpgradeBlamed(project, { package: "pad", old: "1.1.2", new: "1.2.0" });
  });
});
