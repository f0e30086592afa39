import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { workersEnvironment } from "../../../runtimes/schedule-workers/launch.ts";
import { execute, type Ran } from "../../runtimes/execute.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const root = join(import.meta.dirname, "../../..");
export const workerPrograms = join(root, "test/worlds/programs/schedule/workers");
const preload = join(root, "dist/runtimes/schedule-workers/preload.js");
const folder = temporaryFolder("workers");
const timeout = 40_000;
let runs = 0;

/** Runs a program of test/worlds/programs/schedule/workers with no control at all. */
export function freely(words: readonly string[]): Promise<Ran> {
  return execute(["node", ...words], { cwd: workerPrograms, timeout });
}

/** Runs one under a plan. */
export async function underPlan(words: readonly string[], plan: string): Promise<Ran> {
  const name = join(folder, String(++runs));
  writeFileSync(`${name}.plan`, plan);
  const cache = join(folder, "cache");
  const control = { plan: `${name}.plan`, log: `${name}.log`, folder: workerPrograms, cache, preload };
  const ran = await execute(["node", ...words], {
    cwd: workerPrograms,
    environment: workersEnvironment(control),
    timeout,
  });
  return { ...ran, log: readFileSync(`${name}.log`, "utf8") };
}

/** The plan that asks for what a log says. */
export function planOf(log: string): string {
  return [...log.matchAll(/^run (\S+) (\d+)/gm)].map(([, lane, count]) => `segment ${lane} ${count}\n`).join("");
}

/** The first run that fails, by ever other policies. */
export async function failure(words: readonly string[], steps: number): Promise<Ran> {
  for (let seed = 1; seed <= 20; seed++) {
    for (const policy of [`pct ${seed} 2 ${steps}`, `uniform ${seed} 3`, `biased ${seed} 20`]) {
      const ran = await underPlan(words, `policy ${policy}\nlimit 1000000\n`);
      if (ran.code !== 0) return ran;
    }
  }
  throw new Error("no schedule fails");
}

/** Where a comment is in a program. */
export function lineOf(program: string, mark: string): number {
  const text = readFileSync(join(workerPrograms, program), "utf8");
  return text.split("\n").findIndex((line) => line.includes(`// ${mark}`)) + 1;
}
