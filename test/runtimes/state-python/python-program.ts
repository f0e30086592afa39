import { type StdioOptions, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { DriverPlan, MemoryGraph, Moment, PlanAnswer, Vertex } from "../../../runtimes/protocol/state.ts";
import { launchPython } from "../../../runtimes/state-python/launch.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { missing } from "../../tiers/skipped-because.ts";

/** The system's interpreter, or that of `PYTHON=…`. One that the shell finds may be a script that looks for others. */
export const python = process.env.PYTHON ?? "/usr/bin/python3";
export const noPython = missing(python);
export const programs = join(import.meta.dirname, "../../worlds/programs/state");
export const driver = fileURLToPath(new URL("../../../dist/runtimes/state-python/driver.js", import.meta.url));

type PlanPart = Partial<DriverPlan>;

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The file for standard input. */
  readonly stdin?: string;
}

/** Runs Python programs by plans, in a folder that is removed after the tests of the file. */
export function pythonRunner() {
  const folder = temporaryFolder("python");
  const file = (name: string) => join(folder, name);
  const read = (name: string) => (existsSync(file(name)) ? JSON.parse(readFileSync(file(name), "utf8")) : undefined);
  const results = ["graph", "moments", "answer", "refused"];

  const execute = ([program, ...words]: readonly string[], options: RunOptions) => {
    const { cwd = programs, env = process.env, stdin } = options;
    for (const name of results) rmSync(file(name), { force: true });
    const before = readdirSync(folder);
    const input = stdin === undefined ? "pipe" : openSync(stdin, "r");
    const stdio: StdioOptions = [input, "pipe", "pipe"];
    const { status, signal, stdout, stderr } = spawnSync(program!, words, { cwd, encoding: "utf8", env, stdio });
    if (typeof input === "number") closeSync(input);
    expect(readdirSync(folder).filter((name) => ![...before, ...results].includes(name))).toEqual([]);
    return {
      exit: status ?? signal,
      output: stdout,
      error: stderr,
      graph: read("graph") as MemoryGraph,
      moments: read("moments") as readonly Moment[],
      answer: read("answer") as PlanAnswer,
      refused: read("refused"),
    };
  };
  const write = (plan: DriverPlan) => writeFileSync(file("plan"), JSON.stringify({ answer: file("answer"), ...plan }));

  /** Runs Python with some words, without the driver process. */
  const run = (words: readonly string[], plan: PlanPart, options: RunOptions = {}) => {
    const command = [python, ...words];
    write({ command, ...plan });
    return execute(launchPython(file("plan"), { command }, options.env).argv, options);
  };
  /** Runs any command by the driver process. */
  const drive = (command: readonly string[], plan: PlanPart, options: RunOptions = {}) => {
    write({ command, ...plan });
    return execute([process.execPath, driver, file("plan")], options);
  };
  return { folder, file, run, drive };
}

/** The value of a variable, or the part of it at the end of `labels`. */
export function vertexAt(graph: MemoryGraph, name: string, ...labels: string[]): Vertex & { readonly index: number } {
  let index = graph.roots.find((root) => root.name === name)?.vertex;
  for (const label of labels) index = graph.vertices[index!]?.edges?.find(([each]) => each === label)?.[1];
  if (index === undefined) throw new Error(`no ${name} ${labels.join(" ")}`);
  return { ...graph.vertices[index]!, index };
}

export const local = (name: string, steps: readonly string[] = [], frame = 0) => ({ root: { frame, name }, steps });
export const scalar = (type: string, text: string) => ({ scalar: text, type });
