import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { median, table } from "../table.ts";
import { type BenchProject, projects, run } from "./managers.ts";
import type { Upgrades, Versions } from "./upgrades.ts";

const rounds = 3;

/** For each manager: is the package right, how many tests, is the largest set kept, and how much quicker is a candidate than a full installation? */
export async function packages(options: readonly string[]): Promise<void> {
  const only = options[0] === "--only" ? options[1]?.split(",") : undefined;
  const wanted = projects.filter(({ manager }) => only?.includes(manager) ?? true);
  const missing = wanted.filter((each) => !isInstalled(each));
  const rows = wanted.filter((each) => !missing.includes(each)).map(measureOrSay);
  console.log("\n## Packages: which upgrade, medians of seconds\n");
  const head = [
    "manager",
    "upgrades",
    "right",
    "tests",
    "bar",
    "candidate",
    "full install",
    "times",
    "held back",
    "most",
  ];
  console.log(table(head, rows));
  if (missing.length > 0)
    console.log(`\nNot measured, as they are not in PATH: ${missing.map(({ manager }) => manager).join(", ")}.`);
}

/** One manager that has a bad day costs no figures of the others. */
function measureOrSay(project: BenchProject): string[] {
  try {
    return measure(project);
  } catch (error) {
    return [project.manager, `failed: ${(error as Error).message.split("\n")[0]}`];
  }
}

function measure(project: BenchProject): string[] {
  const { manager, upgrades, culprits, files, argv, build, lock } = project;
  return inFolder((folder) => {
    run(folder, "git", ["init", "-q"]);
    writeFiles(folder, files);
    for (const side of [0, 1] as const) {
      lock(
        folder,
        versionsWith(upgrades, () => side === 1),
      );
      run(folder, "git", ["add", "."]);
      run(folder, "git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", "Lock"]);
    }
    const options = ["--json", "--quiet", "--jobs", "1", "--keep-good", "--output", "good.lock"];
    const words = ["packages", "HEAD~1", ...options, ...(build === undefined ? [] : ["--build", build])];
    const printed = run(folder, process.execPath, [resolve("dist/src/cli/main.js"), ...words, "--", ...argv]);
    const finding = JSON.parse(printed) as Finding;
    const { total } = finding.deltas;
    const candidate = median(secondsOf(folder, finding.run));
    const full = median(Array.from({ length: rounds }, () => secondsToInstall(project, folder)));
    const found = finding.cause.map((entry) => entry.package);
    const held = (finding.heldBack ?? []).map((entry) => entry.package);
    return [
      manager,
      String(total),
      found.length === 1 && culprits.includes(found[0]!) ? "yes" : `no: ${found.join(" ")}`,
      String(finding.stages.find(({ name }) => name === "packages")?.needed ?? finding.tests.needed),
      `≤ ${Math.floor(2 * Math.log2(total) + 3)}`,
      candidate.toFixed(2),
      full.toFixed(2),
      (full / candidate).toFixed(1),
      held.join(" "),
      isLargest(project, held) ? "yes" : "no",
    ];
  });
}

/** Whether none of the packages that the project itself asks for can be added; others come and go with these. */
function isLargest(project: BenchProject, held: readonly string[]): boolean {
  const own = held.filter((name) => name in project.upgrades);
  return own.length > 0 && own.every((name) => failsWith(project, own, name));
}

/** Whether the test fails with one more of the upgrades that were held back: locked, installed and run without culprit. */
function failsWith(project: BenchProject, held: readonly string[], added: string): boolean {
  const { upgrades, files, lock, fullInstall, argv } = project;
  return inFolder((folder) => {
    writeFiles(folder, files);
    lock(
      folder,
      versionsWith(upgrades, (name) => name === added || !held.includes(name)),
    );
    fullInstall(folder);
    const [program, ...words] = argv;
    const installed = ["venv/bin", ".venv/bin"]
      .map((bin) => join(folder, bin, program!))
      .find((path) => existsSync(path));
    return spawnSync(installed ?? program!, words, { cwd: folder, stdio: "ignore" }).status !== 0;
  });
}

function versionsWith(upgrades: Upgrades, isUpgraded: (name: string) => boolean): Versions {
  const chosen = Object.entries(upgrades).map(([name, [old, now]]) => [name, isUpgraded(name) ? now : old]);
  return Object.fromEntries(chosen);
}

function secondsToInstall({ files, locked, fullInstall }: BenchProject, from: string): number {
  return inFolder((folder) => {
    writeFiles(folder, files);
    for (const name of locked) writeFileSync(join(folder, name), readFileSync(join(from, name)));
    const began = performance.now();
    fullInstall(folder);
    return (performance.now() - began) / 1000;
  });
}

function inFolder<T>(act: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "culprit-bench-"));
  try {
    return act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

interface Finding {
  readonly run: string;
  readonly deltas: { readonly total: number };
  readonly cause: readonly { readonly package: string; readonly text: string }[];
  readonly heldBack?: readonly { readonly package: string }[];
  readonly tests: { readonly needed: number };
  readonly stages: readonly { readonly name: string; readonly needed: number }[];
}

/** The seconds from one test of the search to the next, with everything that is done in between. */
function secondsOf(folder: string, id: string): number[] {
  const lines = readFileSync(join(folder, ".culprit/runs", id, "journal.jsonl"), "utf8")
    .trim()
    .split("\n");
  const times = lines.map((line) => JSON.parse(line) as { event: string; at: number });
  return times.flatMap(({ event, at }, i) =>
    event === "trial" && times[i - 1]?.event === "trial" ? [at - times[i - 1]!.at] : [],
  );
}

function isInstalled({ manager, program = manager, version }: BenchProject): boolean {
  const folders = (process.env.PATH ?? "").split(":");
  if (!folders.some((folder) => existsSync(folder) && readdirSync(folder).includes(program))) return false;
  return version?.test(run(tmpdir(), program, ["--version"])) ?? true;
}
