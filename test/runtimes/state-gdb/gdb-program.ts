import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { expect, inject } from "vitest";
import type { DriverPlan, MemoryGraph, Moment, PlanAnswer, ValuePath } from "../../../runtimes/protocol/state.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

export const driver = join(import.meta.dirname, "../../../dist/runtimes/state-gdb/driver.js");
const sources = join(import.meta.dirname, "../../worlds/programs/state");

interface RunOptions {
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The file for standard input. */
  readonly stdin?: string;
}

/** Compiles programs once for all test files of a run, and runs them by plans in a folder of this test file. */
export function gdbRunner() {
  const folder = temporaryFolder("gdb");
  const file = (name: string) => join(folder, name);
  const read = (name: string) => (existsSync(file(name)) ? JSON.parse(readFileSync(file(name), "utf8")) : undefined);
  const results = ["graph", "moments", "answer", "refused"];

  const run = (plan: DriverPlan, { input = "", env = process.env, stdin }: RunOptions = {}) => {
    for (const name of results) rmSync(file(name), { force: true });
    writeFileSync(file("plan"), JSON.stringify({ answer: file("answer"), ...plan }));
    const words = [driver, file("plan")];
    const opened = stdin === undefined ? undefined : openSync(stdin, "r");
    const { signal, status, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: folder,
      ...(opened === undefined ? { input } : { stdio: [opened, "pipe", "pipe"] }),
      env,
      encoding: "utf8",
    });
    if (opened !== undefined) closeSync(opened);
    return {
      end: signal ?? status,
      stdout,
      stderr,
      answer: read("answer") as PlanAnswer | undefined,
      refused: read("refused"),
    };
  };
  return {
    folder,
    file,
    run,
    build: buildProgram,
    /** Copies a program into the folder, where it can be changed or has a name of its own. */
    copy(program: string, name: string): string {
      copyFileSync(program, file(name));
      return file(name);
    },
    /** Stops at the place of the plan. */
    capture(plan: DriverPlan, options?: RunOptions): MemoryGraph {
      const { end, stderr, answer } = run({ ...plan, capture: file("graph"), stop: true }, options);
      if (end !== 0) throw new Error(stderr);
      expect(answer).toEqual({ reached: true });
      return read("graph");
    },
    moments(command: readonly string[], wanted: { function?: string; hit: number; most?: number }) {
      const { end, stdout, stderr, answer } = run({ command, moments: { ...wanted, capture: file("moments") } });
      expect([end, stderr]).toEqual([0, ""]);
      return { moments: read("moments") as readonly Moment[], stdout, answer };
    },
  };
}

/** The path of the compiled program. Tests must not change it. */
function buildProgram(source: string, ...flags: readonly string[]): string {
  const compiler = source.endsWith(".cpp") ? "g++" : "gcc";
  const words = ["-g", "-O0", source, ...flags];
  const texts = words
    .filter((word) => /^[\w-]+\.c(?:pp)?$/.test(word))
    .map((name) => readFileSync(join(sources, name)));
  const key = createHash("sha256")
    .update(JSON.stringify([compiler, words, texts]))
    .digest("hex");
  const name = `${basename(source).replace(/\W/g, "-")}-${key.slice(0, 16)}`;
  const shared = join(inject("sharedFolder"), "state-gdb");
  const program = join(shared, name);
  if (existsSync(program)) return program;
  mkdirSync(shared, { recursive: true });
  // Compiled aside and renamed: another test file may be building the same program.
  const aside = join(shared, `${name}.${process.pid}`);
  execFileSync(compiler, [...words, "-o", aside], { cwd: sources });
  renameSync(aside, program);
  return program;
}

export function lineOf(source: string, mark: string): { file: string; line: number; hit: number } {
  const lines = readFileSync(join(sources, source), "utf8").split("\n");
  return { file: join(sources, source), line: lines.findIndex((line) => line.endsWith(`// ${mark}`)) + 1, hit: 1 };
}

/** The vertex at the end of labels that begin at a variable. */
export function find(graph: MemoryGraph, name: string, ...steps: string[]): number {
  const root = graph.roots.find((each) => each.name === name);
  if (!root) throw new Error(`no variable ${name}`);
  return steps.reduce((at, label) => {
    const edge = graph.vertices[at]!.edges?.find(([each]) => each === label);
    if (!edge) throw new Error(`no ${label} in ${JSON.stringify(graph.vertices[at])}`);
    return edge[1];
  }, root.vertex);
}

export function value(graph: MemoryGraph, name: string, ...steps: string[]): string | undefined {
  return graph.vertices[find(graph, name, ...steps)]!.value;
}

export function path(graph: MemoryGraph, name: string, ...steps: string[]): ValuePath {
  const { vertex: _, ...root } = graph.roots.find((each) => each.name === name)!;
  return { root, steps };
}

export const scalar = (text: string) => ({ scalar: text, type: "" });
export const local = (name: string, steps: readonly string[] = [], frame = 0) => ({ root: { frame, name }, steps });
/** A new object like a vertex of another run. */
export const copyOf = (graph: MemoryGraph, vertex: number, known: Record<number, ValuePath> = {}) => ({
  copy: vertex,
  graph: graph.vertices,
  known,
});
