import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StageSummary, StepRow } from "../../core/finding.ts";
import type { Listener } from "../../run/request.ts";
import type { Run } from "../../run/run.ts";
import type { World } from "../../trial/laboratory.ts";
import { contentHash } from "../../world/content.ts";
import type { Ending, Judged } from "./judge.ts";
import type { Plan } from "./protocol.ts";
import type { Language, StateRequest } from "./request.ts";

/** A search in the state of a program at work. */
export interface Task {
  readonly run: Run;
  readonly request: StateRequest;
  readonly listener: Listener;
  readonly endings: { readonly pass: Ending; readonly fail: Ending };
  readonly steps: StepRow[];
  readonly stages: StageSummary[];
}

export type Beginning = Omit<Task, "endings">;

/** First runs have no measure yet. */
export const firstTimeLimit = 60_000;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function driverOf(language: Language): readonly string[] {
  return [process.execPath, here(`./${language}/driver.js`)];
}

/** A program under a plan, as a test that is judged. */
export function worldOf({ request }: Beginning, plan: Plan, judged: Omit<Judged, "driver">): World {
  const { cwd, language, maxValues } = request;
  const whole: Plan = { root: cwd, maxValues, ...plan };
  return {
    content: contentHash(JSON.stringify([language, whole, judged])),
    make: (folder) => {
      const [planFile, judgeFile] = [join(folder, "plan.json"), join(folder, "judge.json")];
      writeFileSync(planFile, JSON.stringify(whole));
      writeFileSync(
        judgeFile,
        JSON.stringify({ ...judged, driver: [...driverOf(language), planFile] } satisfies Judged),
      );
      return {
        argv: [process.execPath, here("./judge.js"), judgeFile],
        cwd,
        environment: { CULPRIT_CWD: cwd },
        stdin: undefined,
        candidate: [],
      };
    },
  };
}

/** Runs a plan that writes something, and gives that; undefined: it was not written. */
export async function written<T>(
  task: Beginning,
  name: string,
  plan: (path: string) => Plan,
  learn = false,
): Promise<{ readonly value: T | undefined; readonly said: string }> {
  const folder = join(task.run.record.folder, "graphs");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  rmSync(path, { force: true });
  const world = worldOf(task, plan(path), { test: [], ...(learn ? { learn: path } : {}) });
  const limit = task.run.conditions.timeout ?? task.run.ends?.timeLimit ?? firstTimeLimit;
  const { execution } = await task.run.execute(world, limit);
  return { value: read<T>(path), said: execution.output.stderr };
}

function read<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
