import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { AnyFinding } from "../../test/any-finding.ts";
import { count, figure, table } from "../table.ts";

const commits = 1000;
const culprits = [137, 500, 861];
/** Of the test, in seconds. */
const sleep = 0.3;

/** The commit that brought a failure, beside git bisect; and then the lines, which that does not give. */
export async function bisecting(): Promise<void> {
  const rows: string[][] = [];
  for (const culprit of culprits) {
    const folder = history(culprit);
    try {
      const git = gitBisect(folder);
      const one = ours(folder, 1);
      const four = ours(folder, 4);
      rows.push([
        count(culprit),
        `${git.tests}`,
        `${one.commits}`,
        figure(git.seconds),
        `${figure(four.commitSeconds)} (${figure(four.commitSeconds / git.seconds)} ×)`,
        `${one.tests - one.commits}: ${one.line}`,
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  console.log(
    `${count(commits)} commits, a test that sleeps ${sleep} s. Needed tests; the ends are run before in ours, not in git's.\n`,
  );
  const head = [
    "culprit",
    "git bisect: tests",
    "ours: tests",
    "git bisect: s",
    "ours, 4 jobs, to the commit: s",
    "tests more for the line",
  ];
  console.log(`${table(head, rows)}\n`);
}

/** Commits that each change a line of their own; one of them brings the failure, among other lines. */
function history(culprit: number): string {
  const folder = mkdtempSync(join(tmpdir(), "culprit-bisect-"));
  execFileSync("git", ["init", "-q", folder]);
  const lines = Array.from({ length: 40 }, (_, i) => `value ${i}`);
  const write = () => `data ${lines.join("\n").length + 1}\n${lines.join("\n")}\n`;
  let stream = "";
  for (let i = 0; i <= commits; i++) {
    if (i > 0) lines[i % 39] = `value ${i}`;
    if (i === culprit) {
      lines[39] = "broken";
      lines[(i + 7) % 39] = "another line of the same commit";
    }
    stream += `commit refs/heads/main\nmark :${i + 1}\ncommitter A <a@b> ${1_600_000_000 + 60 * i} +0000\ndata 2\nc\n`;
    stream += `${i > 0 ? `from :${i}\n` : ""}M 644 inline values.txt\n${write()}\n`;
  }
  execFileSync("git", ["fast-import", "--quiet"], { cwd: folder, input: stream });
  execFileSync("git", ["checkout", "-q", "main"], { cwd: folder });
  execFileSync("git", ["tag", "first", `main~${commits}`], { cwd: folder });
  writeFileSync(
    join(folder, "test.sh"),
    `#!/bin/sh\necho run >> ${folder}/.git/runs\nsleep ${sleep}\n! grep -q broken values.txt\n`,
  );
  chmodSync(join(folder, "test.sh"), 0o755);
  return folder;
}

function gitBisect(cwd: string) {
  const git = (...words: string[]) => execFileSync("git", words, { cwd, stdio: "ignore" });
  writeFileSync(join(cwd, ".git/runs"), "");
  git("bisect", "start", "main", "first");
  const began = performance.now();
  git("bisect", "run", "./test.sh");
  const seconds = (performance.now() - began) / 1000;
  git("bisect", "reset");
  return { seconds, tests: readFileSync(join(cwd, ".git/runs"), "utf8").split("\n").length - 1 };
}

function ours(cwd: string, jobs: number) {
  const words = [
    resolve("dist/src/cli/main.js"),
    "changes",
    "first",
    "main",
    "--json",
    "--jobs",
    `${jobs}`,
    "--",
    "./test.sh",
  ];
  const { stdout } = spawnSync(process.execPath, words, { cwd, encoding: "utf8" });
  const finding: AnyFinding = JSON.parse(stdout);
  const journal = readFileSync(join(cwd, ".culprit/runs", finding.run, "journal.jsonl"), "utf8");
  const events: { event: string; stage: string; at: number }[] = journal
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const ends = events.find(({ event }) => event === "ends")!.at;
  const last = events.findLast(({ stage }) => stage === "commits")!.at;
  const line = finding.cause.map(({ file, line: number }) => `${file}:${number}`).join(", ");
  return { commits: finding.stages[0]!.needed, tests: finding.tests.needed, commitSeconds: last - ends, line };
}
