import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { suiteReport } from "../../src/suites/suite-report.ts";
import { testId } from "../../src/suites/test-id.ts";
import type { Project } from "./project.ts";

/** A project that is there, and can be run. */
export interface Checkout {
  readonly project: Project;
  readonly folder: string;
  /** Runs the suite. */
  readonly command: readonly string[];
  /** All tests in the suite's order. */
  readonly tests: readonly string[];
  /** Of Python: the folder with the programs of its environment. */
  readonly programs?: string;
}

/** Ours; it is removed at the end. */
export const ownFolder = realpathSync(mkdtempSync(join(tmpdir(), "culprit-bench-tests-")));
process.once("exit", () => rmSync(ownFolder, { recursive: true, force: true }));

const dist = fileURLToPath(new URL("../../../dist/", import.meta.url));
export const culprit = join(dist, "src/cli/main.js");

/** Or why it cannot be run. */
export async function openCheckout(project: Project, from: string): Promise<Checkout | string> {
  const { name, python } = project;
  const folder = join(from, python === undefined ? "js" : "py", name);
  if (!existsSync(folder)) return `${folder} is not there`;
  if (!existsSync(join(folder, ".git"))) return `${folder} is no git repository, so it cannot be cleaned`;
  const programs = python === undefined ? undefined : join(from, "venv", `${name}-${python}`, "bin");
  const needed = programs ?? join(folder, "node_modules");
  if (!existsSync(needed)) return `${needed} is not there`;
  const command = project.command ?? [join(programs!, "python"), "-m", "pytest"];
  cleanCheckout(folder);
  const tests = programs ? collectTests(command, folder) : await listTests(command, folder);
  return { project, folder, command, tests, ...(programs === undefined ? {} : { programs }) };
}

/** As it was checked out; only installed packages stay. */
export function cleanCheckout(folder: string): void {
  run(["git", "checkout", "-q", "."], folder);
  run(["git", "clean", "-fdxq", "-e", "node_modules"], folder);
}

function collectTests(command: readonly string[], folder: string): readonly string[] {
  const { stdout } = run([...command, "--collect-only", "--verbosity=-1"], folder, pythonEnvironment());
  return stdout.split("\n").filter((line) => /^[^\s:]+\.py::\S/.test(line));
}

/** By running the suite once. */
async function listTests(command: readonly string[], folder: string): Promise<readonly string[]> {
  const { suiteEnvironment } = await import(pathToFileURL(join(dist, "runtimes/suites/launch.js")).href);
  const [plan, report] = [join(ownFolder, "plan.json"), join(ownFolder, "report.jsonl")];
  writeFileSync(plan, JSON.stringify({ report }));
  rmSync(report, { force: true });
  run(command, folder, suiteEnvironment(plan, process.env));
  const { tests, runners } = suiteReport(existsSync(report) ? readFileSync(report, "utf8") : "");
  cleanCheckout(folder);
  return tests.map(({ test }) => testId(test, runners.at(-1)?.runner, folder));
}

const startsFile = join(ownFolder, "starts");
const counter = `import os
def pytest_configure(config):
    with open(os.environ["BENCH_STARTS"], "a") as file:
        file.write("x")
`;

/** Every pytest that starts appends a letter to a file. */
export function pythonEnvironment(): NodeJS.ProcessEnv {
  writeFileSync(join(ownFolder, "bench_starts.py"), counter);
  return {
    PYTHONPATH: ownFolder,
    PYTEST_ADDOPTS: "-p bench_starts -p no:cacheprovider",
    PYTHONDONTWRITEBYTECODE: "1",
    BENCH_STARTS: startsFile,
  };
}

export interface Counted {
  readonly stdout: string;
  readonly seconds: number;
  /** How often pytest was started. */
  readonly starts: number;
}

/** Runs a tool in a clean checkout. */
export function runCounted(words: readonly string[], folder: string): Counted {
  cleanCheckout(folder);
  writeFileSync(startsFile, "");
  const begun = performance.now();
  const { stdout } = run(words, folder, pythonEnvironment());
  const seconds = (performance.now() - begun) / 1000;
  cleanCheckout(folder);
  return { stdout, seconds, starts: readFileSync(startsFile, "utf8").length };
}

const maxMilliseconds = 15 * 60_000;

function run([program = "", ...words]: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const { stdout } = spawnSync(program, words, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
    timeout: maxMilliseconds,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { stdout: stdout ?? "" };
}
