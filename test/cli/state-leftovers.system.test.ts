import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Folder, newFolder } from "./culprit.ts";

const programs = fileURLToPath(new URL("../worlds/programs/state/", import.meta.url));
const python = "/usr/bin/python3";
const hasPython = existsSync(python);
const hasGdb = spawnSync("gdb", ["--version"]).status === 0;

describe.skipIf(process.platform !== "linux")("a search leaves nothing behind but its record", () => {
  test.skipIf(!hasPython)(
    "by more than 100 tests of a Python program that leaves much behind itself",
    async () => {
      const folder = withProgram("litters.py");
      const temporary = temporaryIn(folder);
      const run = (seed: number) => `${python} litters.py 26 ${seed} ${folder.path}`;
      const json = await searched(folder, { run, at: "added", env: { TMPDIR: temporary } });
      expect(json.tests.run).toBeGreaterThanOrEqual(100);
      const litter = littered(folder);
      expect(litter.length).toBeGreaterThan(50);
      expect(litter.filter((path) => !path.startsWith(`${temporary}/culprit-`))).toEqual([]);
      await expectNothingLeft(folder, ["litter", "litters.py"]);
    },
    300_000,
  );

  test.skipIf(!hasPython)(
    "in memory, if that is where its temporary folder is",
    async () => {
      const folder = withProgram("litters.py");
      const run = (seed: number) => `${python} litters.py 3 ${seed} ${folder.path}`;
      await searched(folder, { run, at: "added", env: { TMPDIR: undefined } });
      const places = littered(folder).map((path) => /^.*?\/culprit-[0-9a-f]+(?=\/)/.exec(path)?.[0]);
      expect(places.length).toBeGreaterThan(0);
      for (const place of places) expect([place, existsSync(place!)]).toEqual([expect.any(String), false]);
    },
    300_000,
  );

  test("by tests of a Node program", async () => {
    const folder = withProgram("nodes.js");
    const run = (seed: number) => `${process.execPath} nodes.js tree 4 4 ${seed} ${folder.path}`;
    await searched(folder, { run, at: "checksum", env: { TMPDIR: temporaryIn(folder) } });
    await expectNothingLeft(folder, ["nodes.js"]);
  });

  test.skipIf(!hasGdb)(
    "by tests of a C program",
    async () => {
      const folder = withProgram("nodes.c");
      execFileSync("cc", ["-g", "-O0", "-o", "nodes", "nodes.c"], { cwd: folder.path });
      const run = (seed: number) => `${folder.path}/nodes tree 3 3 ${seed}`;
      await searched(folder, { run, at: "checksum", env: { TMPDIR: temporaryIn(folder) } });
      await expectNothingLeft(folder, ["nodes", "nodes.c"]);
    },
    300_000,
  );
});

function withProgram(name: string): Folder {
  const folder = newFolder();
  copyFileSync(join(programs, name), join(folder.path, name));
  return folder;
}

function temporaryIn(folder: Folder): string {
  const temporary = join(folder.path, "tmp");
  mkdirSync(temporary);
  return temporary;
}

interface Search {
  /** The program by its seed; its words name the folder, by which its processes are known. */
  readonly run: (seed: number) => string;
  readonly at: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Every value counts, and no mixture is like one of the two runs: a long search. */
async function searched(folder: Folder, { run, at, env }: Search) {
  const words = ["state", "--json", "--jobs", "2", "--pass", run(1), "--fail", run(2), "--at", at];
  const { json } = await folder.start(words, env).ended;
  expect(json).toMatchObject({ verdict: "found", minimal: true });
  return json;
}

const littered = (folder: Folder) => folder.read("litter").trim().split("\n");

async function expectNothingLeft(folder: Folder, own: readonly string[]): Promise<void> {
  await expect.poll(() => processesOf(folder), { timeout: 120_000 }).toEqual([]);
  expect(readdirSync(join(folder.path, "tmp"))).toEqual([]);
  expect(readdirSync(folder.path).sort()).toEqual([".culprit", ...own, "tmp"]);
  const records = join(folder.path, ".culprit", "runs");
  const [record, ...others] = readdirSync(records);
  expect(others).toEqual([]);
  expect(readdirSync(join(records, record!)).sort()).toEqual([
    "journal.jsonl",
    "output",
    "run.json",
    "sizes.json",
    "steps.jsonl",
    "story.json",
  ]);
}

function processesOf(folder: Folder): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      return command.includes(folder.path) ? [command] : [];
    } catch {
      return []; // no process, or one that has ended meanwhile
    }
  });
}
