import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pythonCommand } from "../../../runtimes/state-python/launch.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

/** The interpreter of the system: one that is found by its name may be a script that looks for others. */
export const python = "/usr/bin/python3";
export const hasPython = existsSync(python);
export const programs = join(import.meta.dirname, "../../worlds/programs/state");

export interface Vertex {
  readonly type: string;
  readonly value?: string;
  readonly kind?: string;
  readonly edges?: readonly (readonly [string, number])[];
}

export interface Graph {
  readonly stack: readonly { readonly function: string; readonly line: number }[];
  readonly roots: readonly { readonly frame?: number; readonly global?: string; name: string; vertex: number }[];
  readonly vertices: readonly Vertex[];
  readonly truncated: boolean;
  readonly thread?: string;
}

/** Runs Python programs by plans in a folder that is gone when the tests of the file are over. */
export function pythonWorkshop() {
  const folder = temporaryFolder("python");
  const file = (name: string) => join(folder, name);
  const read = (name: string) => (existsSync(file(name)) ? JSON.parse(readFileSync(file(name), "utf8")) : undefined);
  const run = (words: readonly string[], plan: object, options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) => {
    for (const name of ["graph", "lines"]) rmSync(file(name), { force: true });
    const env = options.env ?? process.env;
    writeFileSync(file("plan"), JSON.stringify({ command: words, ...plan }));
    const [program, ...rest] = pythonCommand(file("plan"), [python, ...words], env);
    const done = spawnSync(program!, rest, { cwd: options.cwd ?? programs, encoding: "utf8", env });
    const written = { graph: read("graph") as Graph, lines: read("lines") };
    return { exit: done.status ?? done.signal, output: done.stdout, error: done.stderr, ...written };
  };
  return { folder, file, run };
}

/** What a variable stands for, as far as `steps` lead into it. */
export function vertexAt(graph: Graph, name: string, ...steps: string[]): Vertex & { readonly index: number } {
  let index = graph.roots.find((root) => root.name === name)?.vertex;
  for (const step of steps) index = graph.vertices[index!]?.edges?.find(([label]) => label === step)?.[1];
  if (index === undefined) throw new Error(`no ${name} ${steps.join(" ")}`);
  return { ...graph.vertices[index]!, index };
}

export const local = (name: string, steps: readonly string[] = [], frame = 0) => ({ root: { frame, name }, steps });
export const scalar = (type: string, text: string) => ({ scalar: text, type });
