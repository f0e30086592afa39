import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../temporary-folder.ts";

export const driver = join(import.meta.dirname, "../../../dist/runtimes/state-gdb/driver.js");
const sources = join(import.meta.dirname, "../../worlds/programs/state");

interface Vertex {
  readonly type: string;
  readonly value?: string;
  readonly kind?: string;
  readonly length?: number;
  readonly edges?: readonly (readonly [string, number])[];
}

export interface Graph {
  readonly stack: readonly { function: string; file: string; line: number }[];
  readonly roots: readonly { frame?: number; global?: string; name: string; vertex: number }[];
  readonly vertices: readonly Vertex[];
  readonly truncated: boolean;
}

/** A folder with compiled programs, and runs of the real driver in it; gone when the tests of the file are over. */
export function gdbWorkshop() {
  const folder = temporaryFolder("gdb");
  return {
    folder,
    build(source: string, ...flags: string[]): string {
      const compiler = source.endsWith(".cpp") ? "g++" : "gcc";
      const program = join(folder, [source, ...flags].join("").replaceAll(/\W/g, "-"));
      if (existsSync(program)) return program;
      execFileSync(compiler, ["-g", "-O0", "-o", program, join(sources, source), ...flags], { cwd: sources });
      return program;
    },
    run(plan: object, input = "", env = process.env) {
      writeFileSync(join(folder, "plan.json"), JSON.stringify(plan));
      const words = [driver, join(folder, "plan.json")];
      const run = spawnSync(process.execPath, words, { cwd: folder, input, env, encoding: "utf8" });
      return { end: run.signal ?? run.status, stdout: run.stdout, stderr: run.stderr };
    },
    capture(plan: object): Graph {
      const path = join(folder, "graph.json");
      const run = this.run({ ...plan, capture: path, stop: true });
      if (run.end !== 0) throw new Error(run.stderr);
      return JSON.parse(readFileSync(path, "utf8")) as Graph;
    },
    written: (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")),
  };
}

export function lineOf(source: string, mark: string): { file: string; line: number; hit: number } {
  const lines = readFileSync(join(sources, source), "utf8").split("\n");
  return { file: join(sources, source), line: lines.findIndex((line) => line.endsWith(`// ${mark}`)) + 1, hit: 1 };
}

/** The vertex that a root and labels lead to. */
export function find(graph: Graph, name: string, ...steps: string[]): number {
  const root = graph.roots.find((each) => each.name === name);
  if (!root) throw new Error(`no variable ${name}`);
  return steps.reduce((at, label) => {
    const edge = graph.vertices[at]!.edges?.find(([each]) => each === label);
    if (!edge) throw new Error(`no ${label} in ${JSON.stringify(graph.vertices[at])}`);
    return edge[1];
  }, root.vertex);
}

export function value(graph: Graph, name: string, ...steps: string[]): string | undefined {
  return graph.vertices[find(graph, name, ...steps)]!.value;
}

export function path(graph: Graph, name: string, ...steps: string[]) {
  const { vertex: _, ...root } = graph.roots.find((each) => each.name === name)!;
  return { root, steps };
}
