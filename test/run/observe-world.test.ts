import { expect, test } from "vitest";
import { observeWorld } from "../../src/run/observe-world.ts";
import type { World } from "../../src/trial/laboratory.ts";
import { StartError } from "../../src/trial/process/supervisor.ts";

const ends = { failure: { mode: { mode: "exit" as const }, exit: 3 }, timeLimit: 1000, repeat: 3 };
const world = (about: Partial<World> = {}): World => ({
  content: "x",
  make: () => ({ argv: [], environment: {}, stdin: undefined, candidate: [] }),
  ...about,
});

/** Executions that end with these exit statuses, one after the other. */
function exits(...statuses: number[]) {
  const limits: number[] = [];
  const execute = async (timeLimit: number) => {
    limits.push(timeLimit);
    const output = { stdout: "", stderr: "", dropped: 0 };
    const exit = statuses[limits.length - 1]!;
    return { execution: { exit, signal: undefined, timedOut: false, milliseconds: 10, output }, candidate: [] };
  };
  return { execute, limits };
}

test("a world that fails once in its repeats fails, and is not run again", async () => {
  const { execute, limits } = exits(0, 3, 0);
  const observed = await observeWorld(world(), ends, execute);
  expect(observed).toMatchObject({ outcome: "fail", content: "x", ended: "exit 3", runs: 2, milliseconds: 20 });
  expect(limits).toEqual([1000, 1000]);
});

test("a world that never fails passes after all repeats", async () => {
  expect(await observeWorld(world(), ends, exits(0, 0, 0).execute)).toMatchObject({ outcome: "pass", runs: 3 });
});

test("the shorter of two time limits counts", async () => {
  const { execute, limits } = exits(3);
  await observeWorld(world({ timeLimit: 20 }), ends, execute);
  expect(limits).toEqual([20]);
});

test("an unresolved world carries its hint, and the details of the last execution", async () => {
  const hinted = world({ hint: () => "changes 1-2", details: ({ exit }) => `${exit}` });
  const once = { ...ends, repeat: 1 };
  const observed = await observeWorld(hinted, once, exits(125).execute);
  expect(observed).toMatchObject({ outcome: "unresolved", hint: "changes 1-2", details: "125" });
  expect(await observeWorld(hinted, once, exits(0).execute)).not.toHaveProperty("hint");
});

test("a program that cannot be started is unresolved only if it is part of the world", async () => {
  const execute = () => Promise.reject(new StartError("no such program", "ENOENT"));
  expect(await observeWorld(world({ ownProgram: true }), ends, execute)).toMatchObject({
    outcome: "unresolved",
    ended: "not there",
  });
  await expect(observeWorld(world(), ends, execute)).rejects.toThrow("no such program");
});

test("a world that cannot be judged is shown by its fallback, and one that can is not", async () => {
  const once = { ...ends, repeat: 1 };
  const doubled = world({ fallback: world({ content: "y" }) });
  const observed = await observeWorld(doubled, once, exits(125, 3).execute);
  expect(observed).toMatchObject({ outcome: "fail", content: "x", runs: 2, milliseconds: 20 });
  expect(await observeWorld(doubled, once, exits(0).execute)).toMatchObject({ outcome: "pass", runs: 1 });
});
