import { afterEach } from "vitest";
import type { EngineAddress } from "../../src/engine/engine-address.ts";
import { type EngineOptions, RemoteEngine } from "../../src/engine/remote-engine.ts";
import { TreeReader } from "../../src/engine/tree/read-tree.ts";
import type { Experiment } from "../../src/trial/experiment.ts";
import { Laboratory, type World } from "../../src/trial/laboratory.ts";
import type { Execution } from "../../src/trial/process/execution.ts";
import { startEngine } from "../tools/buildbox.ts";
import type { TestEngine } from "../tools/start-buildbox.ts";

const never = new AbortController().signal;

/** What ends with each test, the last one first. */
export const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An engine of this test's own. */
export async function engineHere(options: Parameters<typeof startEngine>[0] = {}): Promise<TestEngine> {
  const engine = await startEngine(options);
  closing.push(engine.kill);
  return engine;
}

export interface Opened {
  readonly laboratory: Laboratory;
  readonly notes: string[];
  readonly engine: RemoteEngine;
}

type More = Partial<EngineAddress> & Partial<Pick<EngineOptions, "patience" | "margin" | "silence" | "reuse" | "jobs">>;

export async function open(url: string, more: More = {}): Promise<Opened> {
  const { patience = 240_000, reuse = false, jobs = 4, margin = 120_000, silence = 20_000, ...rest } = more;
  const notes: string[] = [];
  const address = { url, platform: [], passEnv: [], uploads: [], ...rest };
  const note = (text: string) => notes.push(text);
  const options = { address, reuse, jobs, note, reader: new TreeReader(), patience, margin, silence };
  const engine = await RemoteEngine.open(options, never);
  const laboratory = new Laboratory(jobs, { engine });
  closing.push(() => laboratory.close());
  closing.push(() => engine.close());
  return { laboratory, notes, engine };
}

export function script(text: string, more: Partial<Experiment> = {}): World {
  return {
    content: text,
    make: () => ({ argv: ["sh", "-c", text], environment: {}, stdin: undefined, candidate: [], ...more }),
  };
}

/** Runs a test there. */
export async function runOn(
  { laboratory }: Pick<Opened, "laboratory">,
  world: World,
  signal = never,
): Promise<Execution> {
  return (await laboratory.execute(world, { test: 120_000 }, signal)).execution;
}

export async function exitOf(opened: Opened, text: string): Promise<number | undefined> {
  return (await runOn(opened, script(text))).exit;
}
