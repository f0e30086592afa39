import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../until.ts";
import { BadDay } from "./bad-day.ts";

const failing = `grep -q X "$1" && exit 3; exit 0`;
const call = (...options: string[]) => ["input", "in.txt", ...options, "--json", "--", "./test.sh", "{}"];
/** A search of some dozen tests. */
const manyLines = Array.from({ length: 40 }, (_, i) => `${i}\n`).join("");
const needsEight = `[ $(grep -c '[05]$' "$1") = 8 ] && exit 3; exit 0`;
const told = (place: string) =>
  new RegExp(
    `no space left on device, write \\(.*${place}.*\\)\\. Free some space, then go on with: culprit resume last`,
  );

/** A disk so small that it is soon full. */
class SmallDisk {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  fill(): void {
    spawnSync("sh", ["-c", this.filling]);
    expect(statSync(`${this.path}/fill`).size).toBeGreaterThan(0);
  }

  free(): void {
    rmSync(`${this.path}/fill`);
  }

  get filling(): string {
    return `dd if=/dev/zero of=${this.path}/fill bs=1k count=500 2>/dev/null`;
  }

  get files(): string[] {
    return readdirSync(this.path).filter((name) => name !== "fill");
  }
}

/** Tells a story of a day whose folder `small` is a disk of its own. */
async function onSmallDisk(skip: (note: string) => never, story: (day: BadDay, disk: SmallDisk) => Promise<void>) {
  const day = new BadDay();
  day.write("in.txt", "aXb");
  day.script("test.sh", failing);
  const path = day.path("small");
  mkdirSync(path);
  const { status, stderr, error } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=200k", "tmpfs", path]);
  if (status !== 0) skip(`no small disk can be mounted here: ${error ?? stderr}`);
  try {
    await story(day, new SmallDisk(path));
  } finally {
    spawnSync("umount", ["--lazy", path]);
  }
}

test("full under the results: it is told, no half file stays, and a resume goes on", async ({ skip }) => {
  await onSmallDisk(skip, async (day, disk) => {
    disk.fill();
    for (const output of ["small/min.txt", "small"]) {
      const { code, stderr } = await day.culprit(...call("--output", output));
      expect(code).toBe(1);
      expect(stderr).toMatch(told("small"));
      expect(disk.files).toEqual([]);
    }
    disk.free();
    const { json } = await day.culprit("resume", "last", "--json");
    expect(json).toMatchObject({ verdict: "found", cause: [{ text: "X" }] });
    expect(disk.files).toEqual(["in.failing.txt"]);
  });
});

test("full under the results in the middle of a search: nothing of it is lost", async ({ skip }) => {
  await onSmallDisk(skip, async (day, disk) => {
    day.write("in.txt", manyLines);
    day.script("test.sh", `sleep 0.04; ${needsEight}`);
    const { code, stderr } = await day.survive(async () => {
      const child = day.start(call("--by", "lines", "--jobs", "1", "--output", "small/min.txt"));
      await until(() => disk.files.length > 0);
      disk.fill();
      return child.ended;
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(told("small/min.txt"));
    expect(disk.files).toEqual(["min.txt"]);
    const trials = readFileSync(join(day.records[0]!, "journal.jsonl"), "utf8").match(/"event":"trial"/g);
    disk.free();
    const { json } = await day.culprit("resume", "last", "--json");
    expect(json).toMatchObject({ verdict: "found", deltas: { cause: 8 }, minimal: true });
    expect(trials).toHaveLength(json.tests.needed);
  });
});

test("full under the folders of tests: it is told, and a resume goes on", async ({ skip }) => {
  await onSmallDisk(skip, async (day, disk) => {
    disk.fill();
    const { code, stderr } = await day.under({ TMPDIR: disk.path }, ...call());
    expect(code).toBe(1);
    expect(stderr).toMatch(told("small/culprit-"));
    expect(disk.files).toEqual([]);
    const { json } = await day.culprit("resume", "last", "--json");
    expect(json).toMatchObject({ verdict: "found", cause: [{ text: "X" }] });
  });
});

test("full under the records, before the run or during it: it is told, and a resume goes on", async ({ skip }) => {
  await onSmallDisk(skip, async (day, disk) => {
    const command = "cd small && culprit input ../in.txt --by lines --output ../min.txt -- ../test.sh {}";
    disk.fill();
    const before = await day.shell(command);
    expect(before.code).toBe(2);
    expect(before.stderr).toMatch(/Cannot keep the record of the run in .*small\/\.culprit: no space left on device\./);
    disk.free();
    day.write("in.txt", manyLines);
    day.script("test.sh", `[ -e ${disk.path}/.culprit/runs/*/output.json ] && ${disk.filling}; ${needsEight}`);
    const during = await day.shell(command);
    expect(during.code).toBe(1);
    expect(during.stderr).toMatch(told("small/.culprit/runs/.*/journal.jsonl"));
    disk.free();
    day.script("test.sh", needsEight);
    const resumed = await day.shell("cd small && culprit resume last --json");
    expect(JSON.parse(resumed.stdout)).toMatchObject({ verdict: "found", deltas: { cause: 8 }, minimal: true });
  });
});
