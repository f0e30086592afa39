import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Choices, choicesPath, parseChoices } from "../../../runtimes/protocol/schedule-choices.ts";
import { asyncEnvironment } from "../../../runtimes/schedule-events/launch.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { execute, type Ran } from "../execute.ts";

const root = join(import.meta.dirname, "../../..");
export const programs = join(root, "test/worlds/programs/schedule");
const preload = join(root, "dist/runtimes/schedule-events/preload.js");
const folder = temporaryFolder("async");
const timeout = 120_000;
let runs = 0;

/** Runs a program with no control at all. */
export function plainly(words: readonly string[]): Promise<Ran> {
  return execute(words, { cwd: programs, timeout });
}

/** Runs a program under a plan, in a folder of its own or in test/worlds/programs/schedule. */
export async function controlled(words: readonly string[], plan = "", home = programs): Promise<Ran> {
  const name = join(folder, String(++runs));
  writeFileSync(`${name}.plan`, plan);
  const control = { plan: `${name}.plan`, log: `${name}.log`, folder: home, preload };
  const ran = await execute(words, { cwd: home, environment: asyncEnvironment(words, control), timeout });
  return { ...ran, log: readFileSync(`${name}.log`, "utf8") };
}

/** Runs a program under a plan and says who could have run when. */
export async function withChoices(words: readonly string[], plan: string): Promise<Ran & Choices> {
  const ran = await controlled(words, `choices\n${plan}`);
  return { ...ran, ...parseChoices(readFileSync(choicesPath(join(folder, `${runs}.log`)), "utf8")) };
}

/** The plan that asks for what a log says. */
export function replayOf(log: string): string {
  return events(log)
    .map((id) => `segment ${id} 1\n`)
    .join("");
}

export function events(log: string): readonly string[] {
  return [...log.matchAll(/^run (\S+)/gm)].map(([, id]) => id!);
}

/** Several runs, three at a time. */
export async function repeat<T>(count: number, run: (round: number) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const round = next++;
      results[round] = await run(round);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  return results;
}
