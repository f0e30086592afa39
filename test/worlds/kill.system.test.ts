import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { below, random } from "../../bench/random.ts";
import type { RunEvent } from "../../src/run/record/events.ts";
import { type Folder, newFolder } from "../cli/culprit.ts";
import { until } from "../until.ts";

/** A run of some hundred tests, each long enough to be killed in. */
function slowFolder(): Folder {
  const folder = newFolder();
  mkdirSync(join(folder.path, "tmp"));
  folder.write("in.txt", Array.from({ length: 300 }, (_, i) => `item ${i}\n`).join(""));
  // Every tenth is needed.
  folder.script("test.sh", `sleep 0.04; [ "$(grep -c '9$' "$1")" = 30 ] && exit 3; exit 0`);
  return folder;
}

const command = [
  "input",
  "in.txt",
  "--by",
  "lines",
  "--jobs",
  "2",
  "--json",
  "--output",
  "out.txt",
  "--",
  "./test.sh",
  "{}",
];
/** The folder of the run, once it has begun. */
const runFolder = (folder: Folder) => {
  const runs = join(folder.path, ".culprit", "runs");
  const folders = existsSync(runs) ? readdirSync(runs).map((name) => join(runs, name)) : [];
  return folders.find((path) => existsSync(join(path, "run.json")));
};
const events = (folder: Folder) =>
  readFileSync(join(runFolder(folder)!, "journal.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as RunEvent);

const isAtWork = (folder: Folder, pid: number | undefined) => {
  try {
    return readFileSync(join(runFolder(folder) ?? folder.path, "lock"), "utf8").startsWith(`${pid} `);
  } catch {
    return false; // none yet, or between two owners
  }
};

test("killed 50 times at random moments and resumed each time, a run finds the same as undisturbed, and runs no trial twice", async () => {
  const calm = slowFolder();
  const undisturbed = (await calm.culprit(...command)).json;

  const folder = slowFolder();
  const environment = { TMPDIR: join(folder.path, "tmp") };
  const next = random(12345);
  let kills = 0;
  for (let i = 0; i < 50; i++) {
    const child = folder.start(runFolder(folder) ? ["resume", "last", "--json"] : command, environment);
    // One in four at any moment of its start, the others once it is at work, however slow the machine is.
    if (below(4, next) !== 0) await until(() => isAtWork(folder, child.pid) || child.exitCode !== null);
    await Promise.race([sleep(below(200, next)), child.ended]);
    if (child.exitCode === null) kills += Number(child.kill("SIGKILL"));
    await child.ended;
    const best = join(folder.path, "out.txt");
    if (existsSync(best)) expect(readFileSync(best, "utf8")).toMatch(/^$|item 299\n/);
  }
  const last = await folder.start(["resume", "last", "--json"], environment).ended;
  expect(last.code, last.stderr).toBe(0);
  const { json } = last;
  expect(kills).toBe(50);
  expect(json.cause).toEqual(undisturbed.cause);
  expect(json.deltas).toEqual(undisturbed.deltas);
  expect(json.tests.needed).toBe(undisturbed.tests.needed);
  expect(json.minimal).toBe(true);
  expect(readFileSync(join(folder.path, "out.txt"))).toEqual(readFileSync(join(calm.path, "out.txt")));
  const contents = events(folder).flatMap((event) => (event.event === "trial" ? [event.content] : []));
  expect(new Set(contents).size).toBe(contents.length);
  await until(() => readdirSync(environment.TMPDIR).length === 0);
  expect(readdirSync(folder.path).filter((name) => name.endsWith(".partial"))).toEqual([]);
});

test("a journal cut off at any byte resumes to the same finding", async () => {
  const folder = slowFolder();
  folder.script("test.sh", `grep -qx 'item 7' "$1" && grep -qx 'item 250' "$1" && exit 3; exit 0`);
  const whole = (await folder.culprit(...command)).json;
  const journal = join(runFolder(folder)!, "journal.jsonl");
  const bytes = readFileSync(journal);
  for (const part of [0, 0.1, 0.33, 0.5, 0.77, 0.9, 0.999]) {
    writeFileSync(journal, bytes.subarray(0, Math.floor(part * bytes.length)));
    writeFileSync(join(runFolder(folder)!, "story.json"), "");
    const { json } = await folder.culprit("resume", "last", "--json");
    expect(json.cause).toEqual(whole.cause);
    expect(json.tests.needed).toBe(whole.tests.needed);
  }
});

test("a journal with a damaged line in the middle: what stands before it counts, and it is said", async () => {
  const folder = slowFolder();
  folder.script("test.sh", `grep -qx 'item 7' "$1" && exit 3; exit 0`);
  const whole = (await folder.culprit(...command)).json;
  const journal = join(runFolder(folder)!, "journal.jsonl");
  const lines = readFileSync(journal, "utf8").split("\n");
  lines[Math.floor(lines.length / 2)] = '{"event":"trial", nonsense';
  writeFileSync(journal, lines.join("\n"));
  writeFileSync(join(runFolder(folder)!, "story.json"), "");
  const { json, stderr } = await folder.culprit("resume", "last", "--json");
  expect(stderr).toContain("of the journal could not be read");
  expect(json.cause).toEqual(whole.cause);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends with the best result written, exit %d and the line to resume", async (signal, expected) => {
  const folder = slowFolder();
  const environment = { TMPDIR: join(folder.path, "tmp") };
  const child = folder.start(
    command.filter((word) => word !== "--json"),
    environment,
  );
  await until(
    () =>
      runFolder(folder) !== undefined &&
      existsSync(join(runFolder(folder)!, "journal.jsonl")) &&
      events(folder).length > 15,
  );
  child.kill(signal);
  const { code, stdout } = await child.ended;
  expect(code).toBe(expected);
  const run = /culprit resume (\S+)/.exec(stdout)?.[1];
  expect(run).toBeDefined();
  expect(folder.read("out.txt")).toContain("item 299");
  expect(readdirSync(environment.TMPDIR)).toEqual([]);
  const { json } = await folder.culprit("resume", run!, "--json");
  expect(json).toMatchObject({ verdict: "found", deltas: { cause: 30 }, minimal: true });
});
