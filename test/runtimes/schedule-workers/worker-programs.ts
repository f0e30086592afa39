import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Choices, choicesPath, parseChoices } from "../../../runtimes/protocol/schedule-choices.ts";
import { workersEnvironment } from "../../../runtimes/schedule-workers/launch.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { execute, type Ran } from "../execute.ts";

const root = join(import.meta.dirname, "../../..");
/** The folder with the programs. */
const programs = join(root, "test/worlds/programs/schedule/workers");
const preload = join(root, "dist/runtimes/schedule-workers/preload.js");
const folder = temporaryFolder("workers");
const timeout = 40_000;
let runs = 0;

/** Runs a program without control. */
export function runUncontrolled(words: readonly string[]): Promise<Ran> {
  return execute(["node", ...words], { cwd: programs, timeout });
}

/** Runs a program under a plan. */
export async function runPlan(words: readonly string[], plan: string): Promise<Ran> {
  const name = join(folder, String(++runs));
  writeFileSync(`${name}.plan`, plan);
  const cache = join(folder, "cache");
  const control = { plan: `${name}.plan`, log: `${name}.log`, folder: programs, cache, preload };
  const ran = await execute(["node", ...words], { cwd: programs, environment: workersEnvironment(control), timeout });
  return { ...ran, log: readFileSync(`${name}.log`, "utf8") };
}

/** Runs a program under a plan and says who could have run when. */
export async function runWithChoices(words: readonly string[], plan: string): Promise<Ran & Choices> {
  const ran = await runPlan(words, `choices\n${plan}`);
  return { ...ran, ...parseChoices(readFileSync(choicesPath(join(folder, `${runs}.log`)), "utf8")) };
}

/** The plan that repeats the run of a log. */
export function planOf(log: string): string {
  return [...log.matchAll(/^run (\S+) (\d+)/gm)].map(([, lane, count]) => `segment ${lane} ${count}\n`).join("");
}

/** Runs a program under a different policy each time until it fails; returns the failing run. */
export async function findFailure(words: readonly string[], steps: number): Promise<Ran> {
  for (let seed = 1; seed <= 20; seed++) {
    for (const policy of [`pct ${seed} 2 ${steps}`, `uniform ${seed} 3`, `biased ${seed} 20`]) {
      const ran = await runPlan(words, `policy ${policy}\nlimit 1000000\n`);
      if (ran.code !== 0) return ran;
    }
  }
  throw new Error("no schedule fails");
}

/** The line of a program that has this comment. */
export function lineOf(program: string, comment: string): number {
  const text = readFileSync(join(programs, program), "utf8");
  return text.split("\n").findIndex((line) => line.includes(`// ${comment}`)) + 1;
}

/** What a user sees of a run. */
export function visiblePart({ code, output }: Ran): Pick<Ran, "code" | "output"> {
  return { code, output };
}
