import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DriverPlan, MemoryGraph, ValuePath, Vertex } from "../../../runtimes/protocol/state.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const root = join(import.meta.dirname, "../../..");
export const programs = join(root, "test/worlds/programs/state");
const driver = join(root, "dist/runtimes/state-node/driver.js");

export interface Driven {
  readonly end: number | string;
  readonly output: string;
  readonly errors: string;
  /** What was written where the plan said, in a folder of its own. */
  readonly folder: string;
}

/** Runs a program of test/worlds/programs/state, or of another folder, under a plan. */
export async function drive(words: readonly string[], plan: Omit<DriverPlan, "command">, input = ""): Promise<Driven> {
  const folder = temporaryFolder("state");
  const cwd = plan.root ?? programs;
  const file = join(folder, "plan.json");
  writeFileSync(file, JSON.stringify({ command: [process.execPath, ...words], root: cwd, ...placed(plan, folder) }));
  const child = spawn(process.execPath, [driver, file], { cwd });
  const [output, errors] = [collected(child.stdout), collected(child.stderr)];
  child.stdin.end(input);
  const end = await new Promise<number | string>((resolve) =>
    child.on("close", (code, signal) => resolve(code ?? signal!)),
  );
  return { end, output: output(), errors: errors(), folder };
}

/** Files of a plan are written into the folder of its run. */
function placed(plan: Omit<DriverPlan, "command">, folder: string): Omit<DriverPlan, "command"> {
  const within = (name: string) => join(folder, name);
  return {
    ...plan,
    ...(plan.capture === undefined ? {} : { capture: within(plan.capture) }),
    ...(plan.moments ? { moments: { ...plan.moments, capture: within(plan.moments.capture) } } : {}),
  };
}

function collected(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

export function read<Content>({ folder }: Driven, name: string): Content {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}

export async function captured(words: readonly string[], plan: Omit<DriverPlan, "command">): Promise<MemoryGraph> {
  const driven = await drive(words, { ...plan, capture: "graph.json", stop: true });
  if (driven.end !== 0) throw new Error(driven.errors);
  return read(driven, "graph.json");
}

/** The number of what is at a path: the variable of the innermost frame or module that has it, then labels. */
export function numberAt({ roots, vertices }: MemoryGraph, name: string, ...labels: string[]): number {
  const start = roots.find((root) => root.name === name)!.vertex;
  return labels.reduce((at, label) => vertices[at]!.edges!.find(([each]) => each === label)![1], start);
}

export function at(graph: MemoryGraph, name: string, ...labels: string[]): Vertex {
  return graph.vertices[numberAt(graph, name, ...labels)]!;
}

export const local = (name: string, ...steps: string[]): ValuePath => ({ root: { frame: 0, name }, steps });
export const number = (value: number) => ({ scalar: String(value), type: "number" });
