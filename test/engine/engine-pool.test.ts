import { expect, test } from "vitest";
import { UserError } from "../../src/core/user-error.ts";
import { EngineError } from "../../src/engine/engine-error.ts";
import { EnginePool } from "../../src/engine/engine-pool.ts";
import type { Engine, TestPlace } from "../../src/trial/engine.ts";
import type { Experiment } from "../../src/trial/experiment.ts";
import type { Execution } from "../../src/trial/process/execution.ts";
import { StartError } from "../../src/trial/process/supervisor.ts";

const execution: Execution = {
  exit: 0,
  signal: undefined,
  timedOut: false,
  milliseconds: 1,
  output: { stdout: "", stderr: "", dropped: 0 },
};
const experiment = {} as Experiment;
const at = { signal: new AbortController().signal } as TestPlace;

/** Engines whose tests end when they are told to. */
function poolOf(...engines: readonly (() => Promise<Execution>)[]) {
  const notes: string[] = [];
  const members = engines.map((execute, i) => ({
    url: `grpc://${i}`,
    engine: { execute, reachesFiles: false, remarks: ["Workers differ."] } satisfies Engine,
  }));
  return { pool: new EnginePool(members, (sentence) => notes.push(sentence)), notes };
}

test("each test goes to the engine that has least to do", async () => {
  const started = [0, 0];
  const ends: (() => void)[] = [];
  const busy = (i: number) => () => {
    started[i]!++;
    return new Promise<Execution>((resolve) => ends.push(() => resolve(execution)));
  };
  const { pool } = poolOf(busy(0), busy(1));
  const running = [1, 2, 3, 4].map(() => pool.execute(experiment, at));
  expect(started).toEqual([2, 2]);
  for (const end of ends) end();
  expect(await Promise.all(running)).toEqual([execution, execution, execution, execution]);
  expect(pool.remarks).toEqual(["Workers differ."]);
});

test("an engine that is given up leaves its tests to the others, and says so once", async () => {
  const gone = async () => Promise.reject(new EngineError("gone for five minutes"));
  const { pool, notes } = poolOf(gone, async () => execution);
  expect(await Promise.all([1, 2, 3].map(() => pool.execute(experiment, at)))).toEqual([
    execution,
    execution,
    execution,
  ]);
  expect(notes).toEqual(["grpc://0 is given up, the others go on: gone for five minutes"]);
});

test("when none is left, the run hears why", async () => {
  const { pool } = poolOf(
    async () => Promise.reject(new EngineError("one")),
    async () => Promise.reject(new EngineError("two")),
  );
  await expect(pool.execute(experiment, at)).rejects.toThrow("two");
});

test.each([
  ["a program that cannot be started", new StartError("cannot start x", "ENOENT")],
  ["a file that changes while it is sent", new UserError("x changed while it was uploaded", 1)],
  ["a file that cannot be read", Object.assign(new Error("EACCES: permission denied, open 'x'"), { code: "EACCES" })],
])("%s is no fault of an engine", async (_, error) => {
  let calls = 0;
  const fail = async () => {
    calls++;
    throw error;
  };
  const { pool, notes } = poolOf(fail, fail);
  await expect(pool.execute(experiment, at)).rejects.toBe(error);
  expect({ calls, notes }).toEqual({ calls: 1, notes: [] });
});
