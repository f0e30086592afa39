import { expect, inject, test } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";

const run = (folder: Folder, ...words: string[]) =>
  folder.start(words, { XDG_CACHE_HOME: inject("sharedFolder") }).ended;

/** Two threads that each do this to `counter`, which has to be 2 in the end. */
const program = (body: string) => `#include <pthread.h>
static volatile long counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *nothing) {
  (void)lock;
${body}
  return nothing;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return counter == 2 ? 0 : 3;
}
`;
const broken = program("  long seen = counter;\n  counter = seen + 1;");
const fixed = program(
  "  pthread_mutex_lock(&lock);\n  long seen = counter;\n  counter = seen + 1;\n  pthread_mutex_unlock(&lock);",
);
/** The lock is released too early. */
const wronglyFixed = program(
  "  pthread_mutex_lock(&lock);\n  long seen = counter;\n  pthread_mutex_unlock(&lock);\n  counter = seen + 1;",
);

async function build(folder: Folder, source: string): Promise<void> {
  folder.write("app.c", source);
  const built = await run(folder, "schedule", "build", "--", "cc", "-g", "-O1", "-o", "app", "app.c", "-pthread");
  expect(built.code, built.stderr).toBe(0);
}

test("a lost update: not fixed, fixed in the wrong place, and fixed", async () => {
  const folder = newFolder();
  await build(folder, broken);
  expect((await run(folder, "schedule", "--json", "--", "./app")).json.verdict).toBe("found");

  const same = await run(folder, "schedule", "verify", "last");
  expect(same.code).toBe(1);
  expect(same.stdout).toMatch(/The failing schedule still fails \(exit 3, the same failure\)/);

  await build(folder, wronglyFixed);
  const wrong = await run(folder, "schedule", "verify", "last", "--json", "--", "./app");
  expect(wrong.code).toBe(1);
  expect(wrong.json).toMatchObject({ verdict: "found", verification: { outcome: "fails", failing: { same: true } } });
  const { schedule } = wrong.json.verification!.failing!;
  expect((await run(folder, "schedule", "replay", schedule, "--", "./app")).code).toBe(1);

  // The replay finds the switch again, although the thread has other steps now. Without it, trying all schedules finds one.
  expect(wrong.json.verification!.replay).toMatchObject({ outcome: "fails", followed: 2 });
  const all = await run(folder, "schedule", "verify", "", "--exhaustive", "1", "--json", "--", "./app");
  expect(all.code).toBe(1);
  expect(all.json.verification).toMatchObject({ exhaustive: { bound: 1 }, failing: { replays: true } });

  await build(folder, fixed);
  const right = await run(folder, "schedule", "verify", "last", "--", "./app");
  expect(right.code, right.stdout).toBe(0);
  expect(right.stdout).toMatch(/In the changed program, the steps of the schedule are others: 1/);
  expect(right.stdout).toMatch(
    /^\nThe failing schedule passes now: .*\. 100 runs under \d+ other schedules pass too\.\n/,
  );
  expect(right.stdout).toMatch(/before memory accesses of the code built with culprit schedule build/);

  const proof = await run(folder, "schedule", "verify", "last", "--exhaustive", "1", "--", "./app");
  expect(proof.code, proof.stdout).toBe(0);
  const [, schedules] = /\. All (\d+) schedules with at most 1 preemption pass\.\n/.exec(proof.stdout)!;
  expect(proof.stdout).toMatch(/A preemption is a switch while the thread could go on/);

  const stopped = await run(
    folder,
    "schedule",
    "verify",
    "last",
    "--exhaustive",
    "1",
    "--max-tests",
    "10",
    "--",
    "./app",
  );
  expect(stopped.code, stopped.stdout).toBe(125);
  expect(stopped.stdout).toMatch(
    /\d+ of at least \d+ schedules with at most 1 preemption were tried: all of these pass/,
  );
  const resumed = await run(folder, "resume", "last");
  expect(resumed.code, resumed.stdout).toBe(0);
  expect(resumed.stdout).toContain(`${Number(schedules) + 1} tests needed`);
  expect(resumed.stdout).toContain(`All ${schedules} schedules with at most 1 preemption pass.`);
}, 300_000);

/** Two callbacks add to a counter; each reads it in one event and writes it in a later one. */
const events = (first: string, second: string) => `import { setTimeout as wait } from "node:timers/promises";
let counter = 0;
async function add() {
  ${first}
  const seen = counter;
  ${second}
  counter = seen + 1;
}
await Promise.all([add(), add()]);
if (counter !== 2) throw new Error("an update is lost");
`;

test("all orders of a few events", async () => {
  const folder = newFolder();
  folder.write("broken.mjs", events("await wait(1);", "await wait(1);"));
  folder.write("fixed.mjs", events("await wait(1); await wait(2); await wait(1);", ""));
  const verify = (file: string) => run(folder, "schedule", "verify", "", "--exhaustive", "1", "--", "node", file);
  const fails = await verify("broken.mjs");
  expect(fails.code, fails.stdout).toBe(1);
  const passes = await verify("fixed.mjs");
  expect(passes.code, passes.stdout).toBe(0);
  expect(passes.stdout).toMatch(/All \d+ orders of events with at most 1 deviation from the default order pass\./);
  expect(passes.stdout).toMatch(/A deviation is an event that could run/);
});

test("what cannot be judged is not said to pass", async () => {
  const folder = newFolder();
  folder.write("app.mjs", "setTimeout(() => {}, 1); setTimeout(() => process.exit(125), 2);");
  const { code, stdout } = await run(
    folder,
    "schedule",
    "verify",
    "0.1 0.2",
    "--explore",
    "3",
    "--",
    "node",
    "app.mjs",
  );
  expect(code).toBe(125);
  expect(stdout).toMatch(/The failing schedule could not be judged \(exit 125\)/);
});
