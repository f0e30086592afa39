import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Folder, newFolder } from "../../../cli/culprit.ts";
import { nativePrograms } from "../../../runtimes/schedule-native/native-programs.ts";

const programs = await nativePrograms();

/** A folder with a program that loops for ever without a yield point, if it gets an argument. */
async function folderWithEndless(): Promise<{ folder: Folder; endless: string[] }> {
  const folder = newFolder();
  const program = join(folder.path, "program");
  copyFileSync(await programs.build("endless.c"), program);
  return { folder, endless: [program, "without-yield-points"] };
}

/** Processes of the program in the folder, with their state. */
function processesOf({ path }: Folder): string[] {
  const all = execFileSync("ps", ["-eo", "pid=,stat=,args="], { encoding: "utf8" }).split("\n");
  return all.filter((line) => line.includes(`${path}/program`) && !/^\s*\d+ Z/.test(line));
}

test("a thread that reaches no yield point is ended by the time limit, and no process is left", async () => {
  const { folder, endless } = await folderWithEndless();
  const words = ["schedule", "record", "--timeout", "5s", "--", ...endless];
  const { code, stdout } = await folder.start(words, programs.cacheIn(folder.path)).ended;
  expect(code).toBe(1);
  expect(stdout).toMatch(/^timed out +1@3 1\.1@2$/m);
  expect(processesOf(folder)).toEqual([]);
});

test("when culprit is killed, no process of the program is left, running or stopped", async () => {
  const { folder, endless } = await folderWithEndless();
  const culprit = folder.start(["schedule", "--", ...endless], programs.cacheIn(folder.path));
  while (processesOf(folder).length < 2) await sleep(50); // One of them is culprit itself.
  culprit.kill("SIGKILL");
  await expect.poll(() => processesOf(folder), { timeout: 120_000, interval: 50 }).toEqual([]);
});
