import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DriverPlan, PlanAnswer } from "../../../../runtimes/protocol/state.ts";
import { pythonCommand } from "../../../../runtimes/state-python/launch.ts";
import type { Run } from "../../../run/run.ts";
import type { World } from "../../../trial/laboratory.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import { launchOf } from "../command/launch.ts";
import type { Language, StateRequest } from "../request.ts";
import type { Judged } from "./judge.ts";
import { likenessOf } from "./likeness.ts";

/** A search in the state of a program at work. */
export interface Task {
  readonly run: Run;
  readonly request: StateRequest;
  /** How runs are told apart. */
  readonly judged: TellsApart;
  /** What the two runs said on their standard errors. */
  readonly said: { readonly pass: string; readonly fail: string };
}

export type Beginning = Omit<Task, "judged" | "said">;

type TellsApart = Omit<Judged, "driver" | "timeLimit">;

/** First runs have no measure yet. */
export const firstTimeLimit = 60_000;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function driverOf(language: Language, { capture, moments, command }: DriverPlan, planFile: string): readonly string[] {
  // Python needs no one beside it, unless there is something to see to.
  if (language === "python" && !capture && !moments)
    return ["env", "CULPRIT_STATE_PARENT=whoever", ...pythonCommand(planFile, command)];
  return [process.execPath, here(`../../../../runtimes/state-${language}/driver.js`), planFile];
}

/** gdb starts the program itself: what `env` would set has to be set for gdb. */
function startedByGdb(language: Language, plan: DriverPlan): { before: readonly string[]; plan: DriverPlan } {
  const { before, command } = launchOf(plan.command);
  return language === "gdb" ? { before, plan: { ...plan, command } } : { before: [], plan };
}

/** A program under a plan, as a test that is judged. */
export function worldOf({ request }: Beginning, plan: DriverPlan, judged: TellsApart): World {
  const { cwd, language, maxValues, arrays, conditions } = request;
  const hints = arrays.length > 0 ? { hints: arrays } : {};
  const timeLimit = conditions.timeout === undefined ? {} : { timeLimit: conditions.timeout };
  const whole: DriverPlan = { root: cwd, maxValues, ...hints, ...plan };
  return {
    content: contentHash(JSON.stringify([language, whole, judged], withoutChances)),
    details: ({ output }) => likenessOf(output.stdout, judged),
    make: (folder) => {
      const [planFile, judgeFile] = [join(folder, "plan.json"), join(folder, "judge.json")];
      const { before, plan: started } = startedByGdb(language, whole);
      const driver = [...before, ...driverOf(language, started, planFile)];
      writeFileSync(planFile, JSON.stringify(started));
      writeFileSync(judgeFile, JSON.stringify({ ...judged, driver, ...timeLimit } satisfies Judged));
      return {
        argv: [process.execPath, here("./judge.js"), judgeFile],
        cwd,
        environment: { CULPRIT_CWD: cwd },
        stdin: plan.stdin,
        candidate: [],
      };
    },
  };
}

/** Where things lie differs from run to run, and nothing depends on it. */
function withoutChances(key: string, value: unknown): unknown {
  return key === "address" ? undefined : value;
}

/** Whether there is leave for more tests. */
export function mayTest({ stopped, counts, conditions }: Run): boolean {
  return !stopped.aborted && counts.explored + counts.needed < (conditions.maxTests ?? Number.POSITIVE_INFINITY);
}

/** Where graphs lie until they have been read. */
export function graphsOf({ record }: Run): string {
  return join(record.folder, "graphs");
}

/** What a run wrote for us, and how it was judged. */
export interface Written<T> {
  /** Undefined: it was not written. */
  readonly value: T | undefined;
  /** How the plan went; undefined: the driver did not answer. */
  readonly answer: PlanAnswer | undefined;
  readonly said: string;
  readonly exit: number | undefined;
  readonly timedOut: boolean;
  readonly milliseconds: number;
}

/** Runs a plan that writes something, and gives that. */
export async function written<T>(
  task: Beginning,
  plan: (path: string) => DriverPlan,
  judged: TellsApart | "learn" = { test: [] },
): Promise<Written<T>> {
  const folder = graphsOf(task.run);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${randomBytes(8).toString("hex")}.json`);
  const answerPath = `${path}.answer`;
  try {
    const world = worldOf(
      task,
      { ...plan(path), answer: answerPath },
      judged === "learn" ? { test: [], learn: path } : judged,
    );
    const limit = task.run.conditions.timeout ?? task.run.ends?.timeLimit ?? firstTimeLimit;
    const { execution } = await task.run.execute(world, limit);
    const { exit, timedOut, output, milliseconds } = execution;
    return {
      value: read<T>(path),
      answer: read<PlanAnswer>(answerPath),
      said: output.stderr,
      exit,
      timedOut,
      milliseconds,
    };
  } catch (error) {
    if (!task.run.stopped.aborted) throw error;
    return { value: undefined, answer: undefined, said: "", exit: undefined, timedOut: false, milliseconds: 0 };
  } finally {
    rmSync(path, { force: true });
    rmSync(answerPath, { force: true });
  }
}

/** A driver that was killed leaves a list as it grew: an entry a line, the last one perhaps in part. */
function read<T>(path: string): T | undefined {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n").slice(0, -1);
  return parsed(text) ?? parsed(`[${lines.join(",")}]`);
}

function parsed<T>(text: string): T | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
