import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readWords } from "../../../src/application/words.ts";
import { packages } from "../../../src/causes/packages/application.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const settings = { values: { engine: "grpc://of-the-settings" } };

/** A folder with two lists of versions, and two sides that cargo has locked. */
function project(): string {
  const cwd = temporaryFolder("packages-engine");
  for (const [side, version] of Object.entries({ old: "1.0.0", new: "1.1.0" })) {
    mkdirSync(join(cwd, side));
    writeFileSync(join(cwd, side, "Cargo.lock"), `version = 3\n\n[[package]]\nname = "a"\nversion = "${version}"\n`);
    writeFileSync(join(cwd, `${side}.txt`), `a ${version}\n`);
  }
  return cwd;
}

const sides = [
  ["two lists", ["old.txt", "new.txt", "--install", "./install.sh"], "--engine and --install exclude each other"],
  ["cargo's lockfiles", ["old", "new"], "--engine is for npm's packages only, and these are cargo's."],
] as const;

describe.each(sides)("for %s, which are compared on this machine only,", (_, words, refusal) => {
  const cwd = project();
  const read = (...engine: string[]) =>
    packages.readRequest(readWords(packages, [...words, ...engine, "--", "true"], settings), cwd);

  test("an engine is refused", () => {
    expect(() => read("--engine", "grpc://host")).toThrow(refusal);
  });

  test("an empty --engine means what it says", () => {
    expect(read("--engine", "").conditions.engine).toBeUndefined();
  });

  test("the engine of the settings is for other runs", () => {
    expect(read().conditions.engine).toBeUndefined();
  });
});
