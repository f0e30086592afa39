import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Checkout, confirmed, type History, type HistoryFinding, makeHistory } from "../test/worlds/histories.ts";
import { below, random } from "./random.ts";
import { count, figure, mean, table } from "./table.ts";

const limitSeconds = 600;

type Range = readonly [from: number, to: number];

interface Options {
  readonly seeds: number;
  readonly masks: Range;
  readonly commits: Range;
}

interface Run {
  readonly masks: number;
  readonly found: boolean;
  readonly rightCommit: boolean;
  readonly right: boolean;
  readonly tests: number;
  /** From the newest version to the culprit: a walk that looks at each needs as many tests, and those for the cures. */
  readonly versions: number;
  readonly seconds: number;
}

/** `history --seeds 12 --masks 1-4 --commits 40-200`: the newest defect behind older ones, in generated repositories. */
export async function history(argv: readonly string[]): Promise<void> {
  const options = optionsOf(argv);
  const runs: Run[] = [];
  for (let seed = 0; seed < options.seeds; seed++) {
    const folder = mkdtempSync(join(tmpdir(), "culprit-history-"));
    try {
      const run = runOf(historyOf(join(folder, "repository"), seed, options));
      process.stderr.write(`seed ${seed}: ${run.masks} masks, ${sentence(run)}\n`);
      runs.push(run);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  console.log(report(runs));
}

function optionsOf(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seeds: { type: "string", default: "12" },
      masks: { type: "string", default: "1-4" },
      commits: { type: "string", default: "40-200" },
    },
  });
  return { seeds: Number(values.seeds), masks: rangeOf(values.masks), commits: rangeOf(values.commits) };
}

/** Of `3-5` or `3`. */
function rangeOf(text: string): Range {
  const match = /^(\d+)(?:-(\d+))?$/.exec(text);
  if (!match) throw new Error(`"${text}" is no range; 3-5 is one`);
  return [Number(match[1]), Number(match[2] ?? match[1])];
}

const span = ([from, to]: Range) => to - from + 1;

/** Masks by turns; every second one with merges, every third one with versions that cannot be tested. */
function historyOf(folder: string, seed: number, { masks, commits }: Options): History {
  return makeHistory(folder, {
    seed,
    masks: masks[0] + (seed % span(masks)),
    commits: commits[0] + below(span(commits), random(seed)),
    merges: seed % 2 === 1,
    stretches: seed % 3 === 2 ? 2 : 0,
  });
}

function runOf(made: History): Run {
  const began = performance.now();
  const finding = findingOf(made);
  const seconds = (performance.now() - began) / 1000;
  const { commit, passes, fails } = finding ? confirmed(made, finding) : { commit: false, passes: false, fails: false };
  return {
    masks: made.masks.length,
    found: finding?.verdict === "found",
    rightCommit: commit,
    right: passes && fails,
    tests: finding?.tests.needed ?? 0,
    versions: versionsBack(made),
    seconds,
  };
}

/** Nothing where the command fails. */
function findingOf({ folder, build, test }: History): HistoryFinding | undefined {
  const building = build === undefined ? [] : ["--build", build];
  const argv = [resolve("dist/src/cli/main.js"), "history", "--json", "--quiet", ...building, "--", ...test];
  const { stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: folder,
    encoding: "utf8",
    timeout: limitSeconds * 1000,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    process.stderr.write(stderr);
    return undefined;
  }
}

function versionsBack(made: History): number {
  const checkout = new Checkout(made);
  const back = checkout.git("rev-list", "--first-parent", "--count", `${made.before}..origin/main`);
  checkout.remove();
  return Number(back);
}

function sentence({ found, rightCommit, right, tests, versions, seconds }: Run): string {
  const what = found ? `${rightCommit ? "the" : "not the"} commit, ${right ? "right" : "wrong"}` : "not found";
  return `${what}, ${tests} tests for ${versions} versions, ${figure(seconds)} s`;
}

function report(runs: readonly Run[]): string {
  const head = ["masks", "runs", "found", "right commit", "right", "tests", "most", "versions", "seconds"];
  const masks = [...new Set(runs.map((run) => run.masks))].sort((a, b) => a - b);
  const rows = masks.map((number) => {
    const these = runs.filter((run) => run.masks === number);
    const those = (is: (run: Run) => boolean) => count(these.filter(is).length);
    const average = (of: (run: Run) => number) => figure(mean(these.map(of)));
    return [
      count(number),
      count(these.length),
      those(({ found }) => found),
      those(({ rightCommit }) => rightCommit),
      those(({ right }) => right),
      average(({ tests }) => tests),
      count(Math.max(...these.map(({ tests }) => tests))),
      average(({ versions }) => versions),
      average(({ seconds }) => seconds),
    ];
  });
  return `${table(head, rows)}\n\n${legend}`;
}

const legend = `right commit: the cause is in the commit that brought the defect. right: seen with git alone, the passing version with the
carried patches passes, and fails with the cause too. versions: from the newest to the culprit, which is the least number of
tests for whoever looks at each.`;
