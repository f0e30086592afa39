import { execFileSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { YieldLevel } from "../../../../src/causes/schedule/native/build-flags.ts";
import { writeCompilerWrappers } from "../../../../src/causes/schedule/native/compiler-wrappers.ts";
import { findSourcePlaces } from "../../../../src/causes/schedule/native/source-places.ts";
import { newFolder } from "../../../cli/culprit.ts";
import { nativePrograms, segmentsOf, sources } from "../../../runtimes/schedule-native/native-programs.ts";
import { missing, skippedBecause } from "../../../tiers/skipped-because.ts";

const programs = await nativePrograms();

/** The path of lost_update.rs as a program, built once for each level and options. */
async function build(level: YieldLevel, words: readonly string[]): Promise<string> {
  const program = join(programs.folder, ["lost", level, ...words].join(""));
  if (existsSync(program)) return program;
  const folder = join(programs.folder, "wrappers");
  const variables = await writeCompilerWrappers({ folder, level, library: programs.library });
  const all = [...words, "-o", program, join(sources, "lost_update.rs")];
  execFileSync("rustc", all, { env: { ...process.env, ...variables }, stdio: "pipe" });
  return program;
}

describe("Rust", skippedBecause(missing("rustc")), () => {
  // Optimised, the load and the store are in one basic block.
  test.each([
    ["access", []],
    ["access", ["-O"]],
    ["branch", []],
  ] as const)("a lost update of atomics is found at the level %s %s, and replays", async (level, words) => {
    const program = await build(level, words);
    expect(programs.execute(program, []).exit).toBe(0);
    const failed = programs.findFailure(program);
    expect(failed).toMatchObject({ exit: 101, stderr: expect.stringContaining("assertion `left == right` failed") });
    expect(failed.log).not.toMatch(/^unc/m);
    for (let i = 0; i < 5; i++) expect(programs.execute(program, segmentsOf(failed.log)).log).toEqual(failed.log);
  });

  test("variables are named, and a lane begins where the program created its thread", async () => {
    const program = await build("access", ["-O"]);
    const everyStep = Array.from({ length: 100 }, (_, i) => `watch 1.1 ${i + 1}`);
    const { log } = programs.execute(program, everyStep);
    const words = [...log.matchAll(/^at 1\.1 \d+ (\S+)$/gm)].map(([, word]) => word!);
    const beginning = /^lane 1\.1 (\S+)$/m.exec(log)![1]!;
    const places = await findSourcePlaces([...words, beginning]);
    const described = words.map((word) => places.get(word)!).map(({ line, does }) => `${line} ${does}`);
    expect(described).toContain("9 reads lost_update::COUNTER");
    expect(described).toContain("10 writes lost_update::COUNTER");
    expect(places.get(beginning)).toMatchObject({ line: 15 });
  });

  test("in a cargo project that uses everything std has for threads, the cause is found", {
    ...skippedBecause(missing("cargo")),
    timeout: 300_000,
  }, async () => {
    const folder = newFolder();
    cpSync(join(sources, "seats"), folder.path, { recursive: true });
    const cache = programs.cacheIn(folder.path);
    execFileSync("cargo", ["build", "-q", "--offline"], { cwd: folder.path, stdio: "pipe" });
    // Cargo has to build again what it built without yield points.
    const built = await folder.start(["schedule", "build", "--", "cargo", "build", "-q", "--offline"], cache).ended;
    expect(built.code, built.stderr).toBe(0);
    const { json } = await folder.start(["schedule", "--json", "--", "target/debug/seats"], cache).ended;
    expect(json).toMatchObject({ kind: "schedule", verdict: "found", minimal: true });
    expect(json.cause[0]!.text).toMatch(/is interrupted .*src\/main\.rs:(?:8|9|10)\b/);
  });
});
