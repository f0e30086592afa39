import { join } from "node:path";
import { expect, test } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";

const run = (folder: Folder, ...words: string[]) =>
  folder.start(words, { XDG_CACHE_HOME: join(folder.path, "cache") }).ended;

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

  await build(folder, fixed);
  const right = await run(folder, "schedule", "verify", "last", "--", "./app");
  expect(right.code, right.stdout).toBe(0);
  expect(right.stdout).toMatch(
    /^\nThe failing schedule passes now: .*\. 100 runs under \d+ other schedules pass too\.\n/,
  );
  expect(right.stdout).toMatch(/before memory accesses of the code built with culprit schedule build/);
}, 300_000);

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
}, 60_000);
