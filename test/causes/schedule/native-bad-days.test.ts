import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findSourcePlaces } from "../../../src/causes/schedule/native/source-places.ts";
import { type Folder, newFolder } from "../../cli/culprit.ts";
import { nativeWorkshop, segmentsOf } from "./native-program.ts";

let shop: Awaited<ReturnType<typeof nativeWorkshop>>;
beforeAll(async () => {
  shop = await nativeWorkshop();
});
afterAll(() => shop.close());

const sources = join(import.meta.dirname, "../../worlds/programs/schedule");

function lineOf(source: string, mark: string): number {
  const lines = readFileSync(join(sources, source), "utf8").split("\n");
  return lines.findIndex((line) => line.endsWith(`// ${mark}`)) + 1;
}

test.each([
  ["SIGSEGV", "crashes"],
  ["SIGABRT", "crashes"],
  ["SIGFPE", "crashes"],
  ["SIGKILL", "sends a signal"],
])("%s in the middle of a run: the log says where, and its replay ends the same", async (signal, does) => {
  const program = await shop.build("crash.c");
  const run = shop.execute(program, ["policy uniform 1 7"], [signal]);
  expect(run.exit).toBe(signal);
  const last = [...run.log.matchAll(/^run (\S+) \d+ (\S+)$/gm)].at(-1)!;
  expect(last[1]).toBe("1.2");
  expect((await findSourcePlaces([last[2]!])).get(last[2]!)).toMatchObject({ line: lineOf("crash.c", signal), does });
  expect(run.log.match(/^end .*$/gm)).toEqual(signal === "SIGKILL" ? null : [`end signal ${signal}`]);
  for (let i = 0; i < 3; i++) expect(shop.execute(program, segmentsOf(run.log), [signal])).toEqual(run);
});

test("10,000 threads at a time get through, and who loses an update does so again", async () => {
  const program = await shop.build("crowd.c");
  const lost = shop.execute(program, ["policy uniform 1 1000"], ["10000"]);
  if (lost.exit === 77) return; // The system does not allow so many.
  expect(lost.exit).toBe(1);
  expect(shop.execute(program, segmentsOf(lost.log), ["10000"])).toEqual(lost);
}, 200_000);

test("100,000,000 yield points: neither the log nor the memory grows with them", async () => {
  const program = await shop.build("long.c");
  for (const policy of ["policy default", "policy pct 1 3 100000000", "policy uniform 1 1000000"]) {
    const { exit, stdout, log } = shop.execute(program, [policy]);
    expect(exit).toBe(0);
    const counts = new Map([...log.matchAll(/^run (\S+) (\d+) /gm)].map(([, lane, count]) => [lane, Number(count)]));
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(99_000_000);
    expect(log.length).toBeLessThan(50_000);
    expect(Number(stdout)).toBeLessThan(8_000);
  }
}, 60_000);

async function withProgram(source: string): Promise<Folder> {
  const folder = newFolder();
  copyFileSync(join(sources, source), join(folder.path, source));
  const words = ["schedule", "build", "--", "cc", "-g", "-O1", "-o", "program", source, "-pthread"];
  const { code, stderr } = await folder.start(words, cacheIn(folder)).ended;
  expect(code, stderr).toBe(0);
  return folder;
}

const cacheIn = ({ path }: Folder) => ({ XDG_CACHE_HOME: join(path, "cache") });

/** Processes of the program in the folder, with their state. */
function processesOf({ path }: Folder): string[] {
  const all = execFileSync("ps", ["-eo", "pid=,stat=,args="], { encoding: "utf8" }).split("\n");
  return all.filter((line) => line.includes(`${path}/program`) && !/^\s*\d+ Z/.test(line));
}

test("a thread that never comes to a yield point is ended by the time limit, and leaves nothing behind", async () => {
  const folder = await withProgram("endless.c");
  const words = ["schedule", "record", "--timeout", "2s", "--", join(folder.path, "program"), "unseen"];
  const { code, stdout } = await folder.start(words, cacheIn(folder)).ended;
  expect(code).toBe(1);
  expect(stdout).toMatch(/^timed out +1@3 1\.1$/m);
  expect(processesOf(folder)).toEqual([]);
}, 60_000);

test("when culprit is killed, no process of the program is left, running or stopped", async () => {
  const folder = await withProgram("endless.c");
  const words = ["schedule", "--", join(folder.path, "program"), "unseen"];
  const culprit = folder.start(words, cacheIn(folder));
  while (processesOf(folder).length < 2) await sleep(50); // culprit itself is one of them
  culprit.kill("SIGKILL");
  for (let tries = 0; processesOf(folder).length > 0 && tries < 200; tries++) await sleep(50);
  expect(processesOf(folder)).toEqual([]);
}, 60_000);
