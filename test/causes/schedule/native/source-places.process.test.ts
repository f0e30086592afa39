import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSourcePlaces } from "../../../../src/causes/schedule/native/source-places.ts";
import { nativePrograms, sources } from "../../../runtimes/schedule-native/native-programs.ts";

const programs = await nativePrograms();
const compilers = ["gcc", "clang", "g++", "clang++"].filter((name) => spawnSync(name, ["--version"]).status === 0);
const builds = compilers.flatMap((compiler) => ["-O0", "-O2"].map((optimise) => [compiler, optimise] as const));
const everyStep = ["1", "1.1"].flatMap((lane) => Array.from({ length: 200 }, (_, i) => `watch ${lane} ${i + 1}`));

/** The actions of the first thread, by line. */
async function findActions(log: string): Promise<Map<number, string[]>> {
  const words = [...log.matchAll(/^at 1\.1 \d+ (\S+)$/gm)].map(([, word]) => word!);
  const places = await findSourcePlaces(words);
  const actions = new Map<number, string[]>();
  for (const word of words) {
    const { line = 0, does = "" } = places.get(word)!;
    actions.set(line, [...(actions.get(line) ?? []), does]);
  }
  return actions;
}

test.each(builds)(
  "built by %s %s, each line is described by what the thread is about to do",
  async (compiler, optimise) => {
    const source = compiler.endsWith("++") ? "accesses.cpp" : "accesses.c";
    const { exit, log } = programs.execute(await programs.build(source, { compiler, optimise }), everyStep);
    expect(exit).toBe(0);
    const actions = await findActions(log);
    const lines = readFileSync(join(sources, source), "utf8").split("\n");
    const described = lines.flatMap((line, i) => {
      const expected = / \/\/ : (.*)$/.exec(line)?.[1];
      return expected === undefined ? [] : [{ line: i + 1, expected, actions: actions.get(i + 1) ?? [] }];
    });
    expect(described.length).toBeGreaterThan(7);
    expect(described.filter(({ expected, actions }) => !actions.includes(expected))).toEqual([]);
  },
);

test("places in the log are the same in all runs, wherever the loader puts things", async () => {
  const program = await programs.build("accesses.c");
  const first = programs.execute(program, everyStep);
  for (let i = 0; i < 10; i++) expect(programs.execute(program, everyStep)).toEqual(first);
});

test("a place is one word, whatever the path of the program", async () => {
  const folder = join(programs.folder, "a folder, für +0x1!x@y%");
  mkdirSync(folder);
  const program = join(folder, "my program");
  copyFileSync(await programs.build("accesses.c"), program);
  const { exit, log } = programs.execute(program, everyStep);
  expect(exit).toBe(0);
  expect(
    log.match(/^(?!(?:lane \S+|(?:run|at) \S+ \d+) \S+$|yields accesses$|syncs \d+$|end exit 0$).+$/gm),
  ).toBeNull();
  expect([...(await findActions(log)).values()].flat()).toContain("writes pool.corners[1][2].y");
});

test("without debug information, variables are named from the symbol table", async () => {
  const program = join(programs.folder, "stripped");
  copyFileSync(await programs.build("accesses.c"), program);
  expect(spawnSync("strip", ["--strip-debug", program]).status).toBe(0);
  const actions = [...(await findActions(programs.execute(program, everyStep).log)).values()].flat();
  expect(actions).toContain("writes counter");
  expect(actions).toContain("writes pool+44");
  expect(spawnSync("strip", [program]).status).toBe(0);
  expect([...(await findActions(programs.execute(program, everyStep).log)).values()].flat()).toContain("writes");
});
