import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DriverPlan } from "../../../../runtimes/protocol/state.ts";
import { stateDefaults } from "../../../../src/causes/state/defaults.ts";
import { findInState } from "../../../../src/causes/state/find.ts";
import type { StateFinding } from "../../../../src/causes/state/finding.ts";
import { failureModeFor, type StateRequest } from "../../../../src/causes/state/request.ts";
import { RunRecord } from "../../../../src/run/record/record.ts";
import { Run } from "../../../../src/run/run.ts";
import type { NextCommand } from "../../../../src/trial/experiment.ts";
import type { Execution } from "../../../../src/trial/process/execution.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";
import { drive } from "./driver.ts";
import type { ToyProgram } from "./machine.ts";

export interface ToySearch {
  readonly program: ToyProgram;
  /** The words of the two runs. */
  readonly pass: readonly string[];
  readonly fail: readonly string[];
  readonly at?: readonly string[];
  /** Whether a run passes, undefined: unresolved; without it, the endings decide. */
  readonly passes?: (output: string, status: string) => boolean | undefined;
  readonly maxTests?: number;
  readonly maxPlaces?: number;
  readonly maxValues?: number;
}

/**
 * Everything that `culprit state` does, with a toy program in the place of a real one and of its debugger: what is run, and how often,
 * is the same, but no process is started for it.
 */
export async function findInToy({ program, passes, maxTests, ...search }: ToySearch): Promise<StateFinding> {
  const cwd = temporaryFolder("toy");
  const test = passes ? ["decide"] : [];
  const request: StateRequest = {
    cwd,
    test,
    pass: ["toy", "program", ...search.pass],
    fail: ["toy", "program", ...search.fail],
    // Its runtime leaves nothing beside the plan that the toy would have to write, too.
    language: "python",
    at: search.at ?? [],
    arrays: [],
    also: { pass: [], fail: [] },
    expected: [],
    changeLines: false,
    maxValues: search.maxValues ?? stateDefaults.maxValues,
    maxPlaces: search.maxPlaces ?? stateDefaults.maxPlaces,
    conditions: {
      jobs: 1,
      timeout: 60_000,
      failure: failureModeFor({ cwd, test, pass: search.pass, fail: search.fail }),
      repeat: 1,
      maxTests,
    },
  };
  const run = new Run(RunRecord.create(cwd, { kind: "state", version: "0", request }), request.conditions);
  const execute = executeInProcess({
    program,
    passes,
    run,
    folder: temporaryFolder("toy-world"),
    file: join(cwd, "toy.js"),
  });
  try {
    return (await findInState(Object.assign(run, { execute }), request)).finding;
  } finally {
    await run.close();
  }
}

interface InProcess {
  readonly program: ToyProgram;
  readonly passes: ToySearch["passes"] | undefined;
  readonly run: Run;
  readonly folder: string;
  readonly file: string;
}

/** Carries out the plan that a world writes, and runs the test on what comes of it. */
function executeInProcess({ program, passes, run, folder, file }: InProcess): Run["execute"] {
  return async (world) => {
    run.counts.run++;
    const { judge, stdoutCopy } = world.make(folder, folder);
    const plan: DriverPlan = JSON.parse(readFileSync(join(folder, "plan.json"), "utf8"));
    const { output: stdout, exit, hangs } = drive(program, plan, file);
    writeFileSync(stdoutCopy!, stdout);
    const decide = async ({ environment, stdin }: NextCommand) => {
      const passed = passes!(readFileSync(stdin!, "utf8"), environment.CULPRIT_STATUS!);
      return ended(passed === undefined ? 125 : passed ? 0 : 1, stdout);
    };
    const execution = hangs
      ? { ...ended(undefined, stdout), timedOut: true }
      : await judge!(ended(exit, stdout), { run: decide, timeLimit: undefined });
    return { execution, candidate: [] };
  };
}

function ended(exit: number | undefined, stdout: string): Execution {
  return { exit, signal: undefined, timedOut: false, milliseconds: 1, output: { stdout, stderr: "", dropped: 0 } };
}
