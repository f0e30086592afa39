import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findSourcePlaces } from "../../../src/causes/schedule/native/source-places.ts";
import { nativeWorkshop } from "./native-program.ts";

let shop: Awaited<ReturnType<typeof nativeWorkshop>>;
beforeAll(async () => {
  shop = await nativeWorkshop();
});
afterAll(() => shop.close());

const sources = join(import.meta.dirname, "../../worlds/programs/schedule");
const compilers = ["gcc", "clang", "g++", "clang++"].filter((name) => spawnSync(name, ["--version"]).status === 0);
const builds = compilers.flatMap((compiler) => ["-O0", "-O2"].map((optimise) => [compiler, optimise] as const));
const everyStep = ["1", "1.1"].flatMap((lane) => Array.from({ length: 200 }, (_, i) => `watch ${lane} ${i + 1}`));

/** What each line of the first thread is said to do. */
async function deedsOf(log: string): Promise<Map<number, string[]>> {
  const wheres = [...log.matchAll(/^at 1\.1 \d+ (\S+)$/gm)].map(([, where]) => where!);
  const places = await findSourcePlaces(wheres);
  const deeds = new Map<number, string[]>();
  for (const where of wheres) {
    const { line = 0, does = "" } = places.get(where)!;
    deeds.set(line, [...(deeds.get(line) ?? []), does]);
  }
  return deeds;
}

test.each(builds)("what a thread is about to do is told of each line, built by %s %s", async (compiler, optimise) => {
  const source = compiler.endsWith("++") ? "accesses.cpp" : "accesses.c";
  const { exit, log } = shop.execute(await shop.build(source, { compiler, optimise }), everyStep);
  expect(exit).toBe(0);
  const deeds = await deedsOf(log);
  const lines = readFileSync(join(sources, source), "utf8").split("\n");
  const told = lines.flatMap((line, i) => {
    const expected = / \/\/ : (.*)$/.exec(line)?.[1];
    return expected === undefined ? [] : [{ line: i + 1, expected, deeds: deeds.get(i + 1) ?? [] }];
  });
  expect(told.length).toBeGreaterThan(7);
  expect(told.filter(({ expected, deeds }) => !deeds.includes(expected))).toEqual([]);
});

test("what is told of places is the same in all runs, wherever the loader puts things", async () => {
  const program = await shop.build("accesses.c");
  const first = shop.execute(program, everyStep);
  for (let i = 0; i < 10; i++) expect(shop.execute(program, everyStep)).toEqual(first);
});

test("a place is one word, whatever the program is called", async () => {
  const folder = join(shop.folder, "a folder, für +0x1!x@y%");
  mkdirSync(folder);
  const program = join(folder, "my program");
  copyFileSync(await shop.build("accesses.c"), program);
  const { exit, log } = shop.execute(program, everyStep);
  expect(exit).toBe(0);
  expect(log.match(/^(?!(?:lane \S+|(?:run|at) \S+ \d+) \S+$|end exit 0$).+$/gm)).toBeNull();
  expect([...(await deedsOf(log)).values()].flat()).toContain("writes pool.corners[1][2].y");
});

test("without debug information a variable is named by the table of symbols", async () => {
  const program = await shop.build("accesses.c");
  expect(spawnSync("strip", ["--strip-debug", program]).status).toBe(0);
  const deeds = [...(await deedsOf(shop.execute(program, everyStep).log)).values()].flat();
  expect(deeds).toContain("writes counter");
  expect(deeds).toContain("writes pool+44");
  expect(spawnSync("strip", [program]).status).toBe(0);
  expect([...(await deedsOf(shop.execute(program, everyStep).log)).values()].flat()).toContain("writes");
});
