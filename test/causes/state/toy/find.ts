import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DriverPlan } from "../../../../runtimes/protocol/state.ts";
import { stateDefaults } from "../../../../src/causes/state/defaults.ts";
import { isSameEnding, programEnding } from "../../../../src/causes/state/driver/ending.ts";
import type { JudgeInput } from "../../../../src/causes/state/driver/judge.ts";
import { findInState } from "../../../../src/causes/state/find.ts";
import type { StateFinding } from "../../../../src/causes/state/finding.ts";
import { failureModeFor, type StateRequest } from "../../../../src/causes/state/request.ts";
import { RunRecord } from "../../../../src/run/record/record.ts";
import { Run } from "../../../../src/run/run.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";
import { drive } from "./driver.ts";
import type { ToyProgram } from "./machine.ts";

export interface ToySearch {
  readonly program: ToyProgram;
  /** The words of the two runs. */
  readonly pass: readonly string[];
  readonly fail: readonly string[];
  readonly at?: readonly string[];
  /** Whether a run passes; without it, the endings decide. */
  readonly passes?: (output: string, status: string) => boolean;
  readonly maxTests?: number;
  readonly maxPlaces?: number;
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
    language: "node",
    at: search.at ?? [],
    arrays: [],
    also: { pass: [], fail: [] },
    expected: [],
    changeLines: false,
    maxValues: stateDefaults.maxValues,
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

/** Carries out the files that a world writes for the judge and its driver. */
function executeInProcess({ program, passes, run, folder, file }: InProcess): Run["execute"] {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), "utf8"));
  return async (world) => {
    run.counts.run++;
    world.make(folder, folder);
    const { output: stdout, exit: code, hangs } = drive(program, read<DriverPlan>("plan.json"), file);
    const exit = hangs ? undefined : judge(read<JudgeInput>("judge.json"), { stdout, code }, passes);
    const output = { stdout, stderr: "", dropped: 0 };
    return { execution: { exit, signal: undefined, timedOut: hangs, milliseconds: 1, output }, candidate: [] };
  };
}

const unresolved = 125;

function judge(
  { test, pass, fail, endingFile }: JudgeInput,
  { stdout, code }: { readonly stdout: string; readonly code: number },
  passes: ToySearch["passes"] | undefined,
): number {
  if (code === unresolved) return unresolved;
  const ending = programEnding(`exit ${code}`, Buffer.from(stdout));
  if (endingFile !== undefined) {
    writeFileSync(endingFile, JSON.stringify(ending));
    return 0;
  }
  if (test.length > 0) return passes!(stdout, ending.status) ? 0 : 1;
  if (isSameEnding(ending, pass)) return 0;
  return isSameEnding(ending, fail) ? 1 : unresolved;
}
