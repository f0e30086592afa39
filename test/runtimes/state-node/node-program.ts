import { type StdioOptions, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type {
  DriverPlan,
  MemoryGraph,
  Moment,
  PlanAnswer,
  RefusedChange,
  ValuePath,
  Vertex,
} from "../../../runtimes/protocol/state.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

export const programs = join(import.meta.dirname, "../../worlds/programs/state");
const driver = join(import.meta.dirname, "../../../dist/runtimes/state-node/driver.js");
const results = ["answer", "graph", "moments", "refused"] as const;

/** A plan for a run in a test: its results are in the `DrivenRun`, not in files that the plan names. */
export interface TestPlan
  extends Pick<DriverPlan, "place" | "changes" | "stop" | "mark" | "maxValues" | "chunks" | "root"> {
  readonly capture?: boolean;
  readonly refused?: boolean;
  readonly moments?: { readonly function?: string; readonly hit: number; readonly most?: number };
}

export interface DrivenRun {
  /** Status or signal. */
  readonly exit: number | string;
  readonly output: string;
  readonly error: string;
  readonly answer: PlanAnswer | undefined;
  readonly graph: MemoryGraph;
  readonly moments: readonly Moment[];
  readonly refused: readonly RefusedChange[];
}

/** Runs a Node program of test/worlds/programs/state, or of the plan's root, by a plan. `input` is a text or an open file. The driver must leave no file behind. */
export function drive(words: readonly string[], plan: TestPlan, input: string | number = ""): Promise<DrivenRun> {
  return driveCommand([process.execPath, ...words], plan, input);
}

export async function driveCommand(
  command: readonly string[],
  plan: TestPlan,
  input: string | number = "",
): Promise<DrivenRun> {
  const folder = temporaryFolder("state");
  const file = (name: string) => join(folder, name);
  const cwd = plan.root ?? programs;
  writeFileSync(file("plan"), JSON.stringify({ command, root: cwd, ...plan, ...filesOf(plan, file) }));
  const stdio: StdioOptions = [typeof input === "number" ? input : "pipe", "pipe", "pipe"];
  const child = spawn(process.execPath, [driver, file("plan")], { cwd, stdio });
  const [output, error] = [collected(child.stdout!), collected(child.stderr!)];
  child.stdin?.end(input);
  const exit = await new Promise<number | string>((resolve) =>
    child.on("close", (code, signal) => resolve(code ?? signal!)),
  );
  const isResult = (name: string) => (results as readonly string[]).includes(name);
  // A driver that is killed cannot clean up.
  if (exit !== "SIGKILL") expect(readdirSync(folder).filter((name) => !isResult(name))).toEqual(["plan"]);
  const read = (name: string) => (existsSync(file(name)) ? JSON.parse(readFileSync(file(name), "utf8")) : undefined);
  const written = Object.fromEntries(results.map((name) => [name, read(name)]));
  return { exit, output: output(), error: error(), ...written } as DrivenRun;
}

function filesOf({ capture, refused, moments }: TestPlan, file: (name: string) => string): object {
  return {
    answer: file("answer"),
    capture: capture ? file("graph") : undefined,
    refused: refused ? file("refused") : undefined,
    moments: moments && { ...moments, capture: file("moments") },
  };
}

function collected(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

/** The memory of a program at a place. */
export async function captureAt(words: readonly string[], plan: TestPlan): Promise<MemoryGraph> {
  const run = await drive(words, { ...plan, capture: true, stop: true });
  expect(run).toMatchObject({ exit: 0, error: "", answer: { reached: true } });
  return run.graph;
}

/** The index of the vertex at a path: the variable of the innermost frame or module that has it, then labels. */
export function indexAt({ roots, vertices }: MemoryGraph, name: string, ...labels: string[]): number {
  const start = roots.find((root) => root.name === name)!.vertex;
  return labels.reduce((at, label) => vertices[at]!.edges!.find(([each]) => each === label)![1], start);
}

export function vertexAt(graph: MemoryGraph, name: string, ...labels: string[]): Vertex {
  return graph.vertices[indexAt(graph, name, ...labels)]!;
}

export const local = (name: string, ...steps: string[]): ValuePath => ({ root: { frame: 0, name }, steps });
export const number = (value: number) => ({ scalar: String(value), type: "number" });
