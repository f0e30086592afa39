import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { parseLogBytes } from "../../../runtimes/protocol/native-log.ts";
import { countSteps } from "../../../runtimes/protocol/schedule-log.ts";
import { nativePrograms, segmentsOf } from "./native-programs.ts";

const programs = await nativePrograms();

test("a log of many switches has a few bytes for each, and nothing behind its end", async () => {
  const program = await programs.build("many-switches.c");
  const { env, log } = programs.prepare(["policy uniform 1 100"]);
  await once(spawn(program, { env }), "exit");
  const { runs, end } = parseLogBytes(readFileSync(log));
  expect(end).toBe("exit 0");
  expect(runs.length).toBeGreaterThan(10_000);
  expect(statSync(log).size).toBeLessThan(6 * runs.length + 4000);
});

test("a run that would switch millions of times switches less and less, so its log stays small, and replays", async () => {
  const program = await programs.build("many-switches.c");
  const run = programs.execute(program, ["policy uniform 1 2"]);
  const segments = segmentsOf(run.log);
  expect(segments.length).toBeGreaterThan(50_000);
  expect(segments.length).toBeLessThan(500_000);
  expect(programs.execute(program, segments).log === run.log).toBe(true);
});

test("the log of a program that is killed has all that happened before", async () => {
  const program = await programs.build("many-switches.c");
  const { env, log } = programs.prepare(["policy uniform 1 100"]);
  const child = spawn(program, ["forever"], { env });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  const killed = parseLogBytes(readFileSync(log));
  expect(killed.end).toBeUndefined();
  // Both threads had ended: each made four accesses in a round.
  expect(countSteps(killed)).toBeGreaterThan(4_000_000);
});
