import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { PlanAnswer } from "../../../../runtimes/protocol/state.ts";
import { firstTimeLimit } from "../../../run/ends/ends.ts";
import type { Run } from "../../../run/run.ts";
import type { NewStateRun } from "../state-run.ts";
import type { Ending } from "./ending.ts";
import type { Criterion } from "./judge.ts";
import { type Judging, planWorld } from "./plan-world.ts";
import type { PrintedAtPlace } from "./printed-output.ts";
import type { ProgramPlan } from "./program-plan.ts";

/** What a plan wrote, and how its run was judged. */
export interface PlanResult<T> {
  /** Undefined: nothing was written. */
  readonly value: T | undefined;
  /** What the program printed before and after the place; undefined: that was not asked for, or is not known. */
  readonly printed?: PrintedAtPlace;
  /** How the plan went; undefined: the driver did not say. */
  readonly answer: PlanAnswer | undefined;
  readonly stderr: string;
  readonly exit: number | undefined;
  readonly timedOut: boolean;
  readonly milliseconds: number;
}

/** Runs a plan that writes something to a path. */
export function runPlan<T>(
  stateRun: NewStateRun,
  planFor: (path: string) => ProgramPlan,
  criterion: Criterion = { test: [] },
): Promise<PlanResult<T>> {
  return runWriting(stateRun, planFor, () => criterion);
}

/** Runs a plan that writes something to a path, and learns what the program had printed at its place. */
export function runPrinting<T>(
  stateRun: NewStateRun,
  planFor: (path: string) => ProgramPlan,
  criterion: Criterion = { test: [] },
): Promise<PlanResult<T>> {
  return runWriting(stateRun, planFor, (path) => ({ ...criterion, printedFile: printedFileFor(path) }));
}

/** Runs a plan to its end, to learn how that ends. */
export async function learnEnding(stateRun: NewStateRun, plan: ProgramPlan): Promise<PlanResult<Ending>> {
  let value: Ending | undefined;
  const learn = (ending: Ending) => {
    value = ending;
  };
  const result = await runWriting<never>(
    stateRun,
    () => plan,
    () => ({ test: [], learn }),
  );
  return { ...result, value };
}

/** Holds what plans write until it has been read. */
export function graphFolder({ record }: Run): string {
  return join(record.folder, "graphs");
}

async function runWriting<T>(
  stateRun: NewStateRun,
  planFor: (path: string) => ProgramPlan,
  judgingFor: (path: string) => Judging,
): Promise<PlanResult<T>> {
  const { run } = stateRun;
  const folder = graphFolder(run);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${randomBytes(8).toString("hex")}.json`);
  const answer = `${path}.answer`;
  try {
    const world = planWorld(stateRun, { ...planFor(path), answer }, judgingFor(path));
    const limit = run.conditions.timeout ?? run.ends?.timeLimit ?? firstTimeLimit;
    const { exit, timedOut, output, milliseconds } = (await run.execute(world, limit)).execution;
    const written = { value: readJson<T>(path), answer: readJson<PlanAnswer>(answer) };
    const printed = readJson<PrintedAtPlace>(printedFileFor(path));
    return { ...written, ...(printed ? { printed } : {}), stderr: output.stderr, exit, timedOut, milliseconds };
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return { value: undefined, answer: undefined, stderr: "", exit: undefined, timedOut: false, milliseconds: 0 };
  } finally {
    rmSync(path, { force: true });
    rmSync(answer, { force: true });
    rmSync(printedFileFor(path), { force: true });
  }
}

function printedFileFor(path: string): string {
  return `${path}.printed`;
}

/** A driver that was killed leaves a list unfinished: one entry a line, the last one perhaps cut. */
function readJson<T>(path: string): T | undefined {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n").slice(0, -1);
  return parseJson(text) ?? parseJson(`[${lines.join(",")}]`);
}

function parseJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
