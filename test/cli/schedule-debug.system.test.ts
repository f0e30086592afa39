import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { newFolder } from "./culprit.ts";

const culprit = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

const program = `#include <pthread.h>
static int *volatile table;
static void *use(void *nothing) {
  *table = 1;
  return nothing;
}
int main(void) {
  int cell;
  pthread_t thread;
  table = &cell;
  pthread_create(&thread, 0, use, 0);
  table = 0;
  table = &cell;
  return pthread_join(thread, 0);
}
`;

test("gdb stops at the switch of a schedule, in the thread that is stopped there, and then at the failure", {
  ...skippedBecause(missing("gdb")),
  timeout: 300_000,
}, () => {
  const folder = newFolder();
  folder.write("race.c", program);
  const env = { ...process.env, XDG_CACHE_HOME: inject("sharedFolder") };
  const run = (words: string[], input = "") =>
    spawnSync(process.execPath, [culprit, "schedule", ...words], { cwd: folder.path, env, input, encoding: "utf8" });
  expect(run(["build", "--", "cc", "-g", "-O0", "-o", "race", "race.c", "-pthread"]).status).toBe(0);
  const { schedules } = JSON.parse(run(["--json", "--", "./race"]).stdout);
  expect(schedules.byDefault).toBe("passes");
  const { stdout } = run(["debug", "last"], "continue\ncontinue\nbacktrace\nquit\n");
  expect(stdout).toMatch(/culprit: 1 has taken \d+ steps; 1\.1 runs next\./);
  expect(stdout).toMatch(/^#\d+ .* main \(\) at .*race\.c:13$/m);
  expect(stdout).toMatch(/SIGSEGV.* use \(.*race\.c:4/s);
});

test("without a schedule, or for threads of Node, it says what is missing", () => {
  const folder = newFolder();
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [culprit, "schedule", "debug", ...words], { cwd: folder.path, encoding: "utf8" });
  expect(run().stderr).toContain("Which schedule? culprit schedule debug RUN");
  expect(run("1@3", "--kind", "workers", "--", "node", "a.mjs").stderr).toContain("debug is for native threads");
});
