import { execFileSync, spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { YieldLevel } from "../../../src/causes/schedule/native/build-flags.ts";
import { writeCompilerWrappers } from "../../../src/causes/schedule/native/compiler-wrappers.ts";
import { findSourcePlaces } from "../../../src/causes/schedule/native/source-places.ts";
import { newFolder } from "../../cli/culprit.ts";
import { nativeWorkshop, portfolio, segmentsOf } from "./native-program.ts";

let shop: Awaited<ReturnType<typeof nativeWorkshop>>;
beforeAll(async () => {
  shop = await nativeWorkshop();
});
afterAll(() => shop.close());

const sources = join(import.meta.dirname, "../../worlds/programs/schedule");
const without = (name: string) => spawnSync(name, ["--version"]).status !== 0;

async function build(level: YieldLevel, words: readonly string[]): Promise<string> {
  const variables = await writeCompilerWrappers({ folder: join(shop.folder, "scripts"), level, library: shop.library });
  const program = join(shop.folder, ["lost", level, ...words].join(""));
  const all = [...words, "-o", program, join(sources, "lost_update.rs")];
  execFileSync("rustc", all, { env: { ...process.env, ...variables }, stdio: "pipe" });
  return program;
}

describe.skipIf(without("rustc"))("Rust", () => {
  // Optimised, the load and the store are in one basic block.
  test.each([
    ["access", []],
    ["access", ["-O"]],
    ["branch", []],
  ] as const)("a lost update of atomics is found at the level %s %s, and can be had again", async (level, words) => {
    const program = await build(level, words);
    expect(shop.execute(program, []).exit).toBe(0);
    const failed = [...portfolio(20)].map((policy) => shop.execute(program, [policy])).find(({ exit }) => exit !== 0)!;
    expect(failed).toMatchObject({ exit: 101, stderr: expect.stringContaining("assertion `left == right` failed") });
    expect(failed.log).not.toMatch(/^unc/m);
    for (let i = 0; i < 5; i++) expect(shop.execute(program, segmentsOf(failed.log)).log).toEqual(failed.log);
  });

  test("what it reads and writes is named, and where threads were made", async () => {
    const program = await build("access", ["-O"]);
    const everyStep = Array.from({ length: 100 }, (_, i) => `watch 1.1 ${i + 1}`);
    const { log } = shop.execute(program, everyStep);
    const wheres = [...log.matchAll(/^at 1\.1 \d+ (\S+)$/gm)].map(([, where]) => where!);
    const began = /^lane 1\.1 (\S+)$/m.exec(log)![1]!;
    const places = await findSourcePlaces([...wheres, began]);
    const told = wheres.map((where) => places.get(where)!).map(({ line, does }) => `${line} ${does}`);
    expect(told).toContain("9 reads lost_update::COUNTER");
    expect(told).toContain("10 writes lost_update::COUNTER");
    expect(places.get(began)).toMatchObject({ line: 15 });
  });

  test.skipIf(without("cargo"))(
    "a project of cargo, with all that std has for threads: the cause is found",
    async () => {
      const folder = newFolder();
      cpSync(join(sources, "seats"), folder.path, { recursive: true });
      const cache = { XDG_CACHE_HOME: join(folder.path, "cache") };
      execFileSync("cargo", ["build", "-q", "--offline"], { cwd: folder.path, stdio: "pipe" });
      // What was built before without yield points is built again.
      const built = await folder.start(["schedule", "build", "--", "cargo", "build", "-q", "--offline"], cache).ended;
      expect(built.code, built.stderr).toBe(0);
      const { json } = await folder.start(["schedule", "--json", "--", "target/debug/seats"], cache).ended;
      expect(json).toMatchObject({ kind: "schedule", verdict: "found", minimal: true });
      expect(json.cause[0]!.text).toMatch(/is interrupted .*src\/main\.rs:(?:8|9|10)\b/);
    },
    120_000,
  );
});
