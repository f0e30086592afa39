import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DriverPlan, MemoryGraph } from "../../runtimes/protocol/state.ts";
import type { StateLanguage } from "../../src/causes/state/request.ts";

/** The same two programs in a language: the lecture's sorting, and one that links as many nodes as it is told. */
export interface Programs {
  readonly language: StateLanguage;
  readonly sort: readonly string[];
  readonly nodes: readonly string[];
  /** The sorting under the debugger, without anything of ours; where there is a debugger of its own. */
  readonly debugged?: (words: readonly string[]) => readonly string[];
}

const python = "/usr/bin/python3";

const all: readonly Programs[] = [
  { language: "node", sort: [process.execPath, "sample.js"], nodes: [process.execPath, "nodes.js"] },
  {
    language: "gdb",
    sort: ["./sort"],
    nodes: ["./nodes"],
    debugged: (words) => ["gdb", "-nx", "-q", "-batch", "-ex", "run", "--args", ...words],
  },
  { language: "python", sort: [python, "sample.py"], nodes: [python, "nodes.py"] },
];

export interface Workshop {
  readonly folder: string;
  readonly programs: readonly Programs[];
  /** Seconds that a command takes. */
  seconds(command: readonly string[]): number;
  /** The words that run a program by a plan. */
  driven(language: StateLanguage, plan: DriverPlan): readonly string[];
  capture(language: StateLanguage, command: readonly string[], place: DriverPlan["place"]): MemoryGraph;
  close(): void;
}

/** A folder with the programs in it, made for this run and removed after it. */
export function openWorkshop(languages: readonly string[]): Workshop {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "culprit-bench-")));
  cpSync(resolve("test/worlds/programs/state"), folder, { recursive: true });
  for (const name of ["sort", "nodes"]) execFileSync("cc", ["-g", "-O0", "-o", name, `${name}.c`], { cwd: folder });
  const run = ([program, ...words]: readonly string[]) => {
    const { status, stderr } = spawnSync(program!, words, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`${[program, ...words].join(" ")} ends with ${status}: ${stderr}`);
  };
  const driven = (language: StateLanguage, plan: DriverPlan) => {
    const file = join(folder, "plan.json");
    writeFileSync(file, JSON.stringify({ root: folder, maxValues: 1_000_000, ...plan }));
    return [process.execPath, resolve(`dist/runtimes/state-${language}/driver.js`), file];
  };
  return {
    folder,
    programs: all.filter(({ language }) => languages.length === 0 || languages.includes(language)),
    seconds: (command) => {
      const began = performance.now();
      run(command);
      return (performance.now() - began) / 1000;
    },
    driven,
    capture: (language, command, place) => {
      const capture = join(folder, "graph.json");
      run(driven(language, { command, ...(place ? { place } : {}), capture, stop: true }));
      return JSON.parse(readFileSync(capture, "utf8"));
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
