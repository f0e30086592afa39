import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { AnyFinding } from "../../test/any-finding.ts";
import { random, sample } from "../random.ts";
import { count, figure, mean, table } from "../table.ts";

const repositories = 3;
/** Of the ranges that are searched, and how many failures are searched for in each. */
const minCommits = option("--commits", 500);
const failures = option("--failures", 2);
const jobs = 2;
/** Seconds that the test keeps one core busy. */
const busy = option("--seconds", 1);
/** Of git's time. */
const bar = 0.9;
/** On a machine where others work too, a test that only waits shows what the cores would give if they were free. */
const waits = process.argv.includes("--wait");

/** `changes --commit` beside `git bisect run`, on the latest commits of the repositories in a folder. */
export async function realCommits(from: string): Promise<void> {
  const rows: Row[] = [];
  for (const name of readdirSync(from).sort()) {
    if (new Set(rows.map(({ repository }) => repository)).size === repositories) break;
    const folder = mkdtempSync(join(tmpdir(), "culprit-real-"));
    try {
      rows.push(...measureRepository(join(from, name), folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  print(rows);
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(name);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
}

interface Row {
  readonly repository: string;
  readonly commits: number;
  readonly git: Measured;
  /** `searching`: the seconds without the ends and the confirmation, which git does not have. */
  readonly ours: Measured & { readonly run: number; readonly searching: number };
}

interface Measured {
  readonly commit: string | undefined;
  readonly tests: number;
  readonly seconds: number;
}

function measureRepository(source: string, folder: string): Row[] {
  const clone = join(folder, "clone");
  if (spawnSync("git", ["clone", "-q", "--shared", source, clone], { stdio: "ignore" }).status !== 0) return [];
  const range = latestCommits(clone);
  if (!range) return [];
  return addedLines(clone, range).map((line, i) => {
    const test = writeTest(folder, line);
    // Neither of them is always the one that finds its files in the cache.
    const measures = [() => gitBisect(clone, range, test), () => ours(clone, range, test)];
    const [first, second] = i % 2 === 0 ? measures : measures.reverse();
    const [one, other] = [first!(), second!()];
    const [git, found] = i % 2 === 0 ? [one, other] : [other, one];
    return { repository: basename(source), commits: range.count, git, ours: found as Row["ours"] };
  });
}

interface Range {
  readonly old: string;
  readonly now: string;
  readonly count: number;
}

/** The shortest range along the first parents that has enough commits. */
function latestCommits(clone: string): Range | undefined {
  const now = git(clone, "rev-parse", "HEAD");
  const main = git(clone, "rev-list", "--first-parent", "HEAD").split("\n");
  const size = (old: string) => Number(git(clone, "rev-list", "--count", `${old}..${now}`));
  let [few, enough] = [0, main.length - 1];
  if (size(main[enough]!) < minCommits) return undefined;
  while (enough - few > 1) {
    const middle = (few + enough) >> 1;
    if (size(main[middle]!) < minCommits) few = middle;
    else enough = middle;
  }
  const old = main[enough]!;
  return { old, now, count: size(old) };
}

interface AddedLine {
  readonly file: string;
  readonly text: string;
}

/** Lines that one commit of the range added and no other one touched: a test that fails with such a line has one culprit. */
function addedLines(clone: string, { old, now }: Range): AddedLine[] {
  const commits = git(clone, "rev-list", "--no-merges", `${old}..${now}`).split("\n");
  const found: AddedLine[] = [];
  for (const i of shuffled(commits.length)) {
    const line = firstAdded(git(clone, "show", "--format=", "-U0", "--no-renames", "--no-color", commits[i]!));
    if (!line || !isFrom(clone, line, { commit: commits[i]!, range: { old, now } })) continue;
    if (found.push(line) === failures) break;
  }
  return found;
}

/** The numbers below a limit in an order that is always the same. */
function shuffled(limit: number): number[] {
  const next = random(1);
  return sample(limit, limit, next)
    .map((number) => ({ number, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ number }) => number);
}

function firstAdded(diff: string): AddedLine | undefined {
  const file = /^\+\+\+ b\/(.+)$/m.exec(diff)?.[1];
  const text = /^\+(?!\+\+)(.{20,100})$/m.exec(diff.slice(diff.indexOf("\n@@")))?.[1];
  return file === undefined || text === undefined ? undefined : { file, text: text.trim() };
}

function isFrom(
  clone: string,
  { file, text }: AddedLine,
  { commit, range: { old, now } }: { readonly commit: string; readonly range: Omit<Range, "count"> },
): boolean {
  const touching = git(clone, "log", "--format=%H", "-S", text, `${old}..${now}`, "--", file);
  const has = (revision: string) =>
    spawnSync("git", ["grep", "-qF", "-e", text, revision, "--", file], { cwd: clone }).status === 0;
  return touching === commit && has(now) && !has(old);
}

/** A test that keeps a core busy, and then fails if the file has the line. */
function writeTest(folder: string, { file, text }: AddedLine): string {
  const path = join(folder, "test.sh");
  writeFileSync(join(folder, "line"), `${text}\n`);
  const work = waits
    ? `sleep ${busy}`
    : `perl -e 'do { $x++ for 1 .. 10000 } while ((times)[0] + (times)[1] < ${busy})'`;
  const fails = `! grep -qFf '${folder}/line' '${file}' 2> /dev/null`;
  writeFileSync(path, `#!/bin/sh\necho run >> '${folder}/runs'\n${work}\n${fails}\n`);
  chmodSync(path, 0o755);
  writeFileSync(join(folder, "runs"), "");
  return path;
}

function gitBisect(clone: string, { old, now }: Range, test: string): Measured {
  const runs = join(test, "../runs");
  writeFileSync(runs, "");
  const began = performance.now();
  git(clone, "bisect", "start", now, old);
  const { stdout } = spawnSync("git", ["bisect", "run", test], { cwd: clone, encoding: "utf8" });
  const seconds = (performance.now() - began) / 1000;
  git(clone, "bisect", "reset");
  const tests = readFileSync(runs, "utf8").split("\n").length - 1;
  return { commit: /^([0-9a-f]{40}) is the first bad commit/m.exec(stdout)?.[1], tests, seconds };
}

/** All of it, from the start of the program to its end: the ends and the confirmation too. */
function ours(clone: string, { old, now }: Range, test: string): Row["ours"] {
  const main = resolve("dist/src/cli/main.js");
  const words = ["changes", old, now, "--commit", "--json", "--quiet", "--jobs", `${jobs}`, "--", test];
  const began = performance.now();
  const { stdout } = spawnSync(process.execPath, [main, ...words], { cwd: clone, encoding: "utf8" });
  const seconds = (performance.now() - began) / 1000;
  const { cause, tests, run }: AnyFinding = JSON.parse(stdout);
  const searching = secondsOfSearch(join(clone, ".culprit/runs", run, "journal.jsonl"));
  return { commit: cause[0]?.commit, tests: tests.needed, run: tests.run, seconds, searching };
}

function secondsOfSearch(journal: string): number {
  const lines = readFileSync(journal, "utf8").trim().split("\n");
  const events: { event: string; at: number }[] = lines.map((line) => JSON.parse(line));
  const at = (kind: string) => events.findLast(({ event }) => event === kind)?.at ?? 0;
  return at("trial") - at("ends");
}

function print(rows: readonly Row[]): void {
  const load = loadavg()[0]!;
  console.log(
    `Real repositories, the latest ${count(minCommits)} or more commits; a test that ${waits ? "waits" : "keeps one core busy"} for ${busy} s. Needed tests ` +
      `against git's; seconds from start to end, ours with ${jobs} jobs, both ends and the confirmation included. Load ${figure(load)}.\n`,
  );
  const ratios = rows.map(({ git, ours }) => ours.seconds / git.seconds);
  const cells = rows.map(({ repository, commits, git, ours }, i) => [
    repository,
    count(commits),
    ours.commit === git.commit ? "yes" : "NO",
    `${git.tests}`,
    `${ours.tests}`,
    `${ours.run}`,
    figure(git.seconds),
    figure(ours.seconds),
    figure(ratios[i]),
    figure(ours.searching / git.seconds),
  ]);
  const head = [
    "repository",
    "commits",
    "same commit",
    "git: tests",
    "ours: needed",
    "run",
    "git: s",
    "ours: s",
    "ratio",
    "search alone",
  ];
  console.log(`${table(head, cells)}\n`);
  const fewer = rows.every(({ git, ours }) => ours.tests <= git.tests);
  const ratio = mean(ratios);
  console.log(
    `needed ≤ git's: ${fewer ? "met" : "missed !"}; time ${figure(ratio)} of git's on average (bar ${bar}: ${ratio <= bar ? "met" : "missed !"})\n`,
  );
}

function git(cwd: string, ...words: string[]): string {
  return execFileSync("git", words, {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}
