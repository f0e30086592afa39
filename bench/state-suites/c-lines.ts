import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { runProgram } from "./run-program.ts";
import { lineKey } from "./subject.ts";

/** Builds `program` for `culprit state`, and a second one that counts lines. */
export function buildC(folder: string, file: string): boolean {
  mkdirSync(counting(folder), { recursive: true });
  const flush = resolve("bench/state-suites/flush-coverage.c");
  const compile = (...words: string[]) =>
    spawnSync("gcc", ["-w", "-g", "-O0", ...words, "-lm"], { cwd: folder, stdio: "ignore" }).status === 0;
  return (
    compile("-o", "program", file) &&
    compile("--coverage", "-c", "-o", join(counting(folder), "counted.o"), file) &&
    compile("-c", "-o", join(counting(folder), "flush.o"), flush) &&
    compile("--coverage", "-o", "program-counting", "counting/counted.o", "counting/flush.o")
  );
}

const counting = (folder: string): string => join(folder, "counting");

interface CountedLines {
  readonly files: readonly {
    readonly file: string;
    readonly lines: readonly { readonly line_number: number; readonly count: number }[];
  }[];
}

/** The lines of a file that carry code. */
export function cCodeLines(folder: string, file: string): readonly number[] {
  return countedLines(folder, file).map(({ line_number }) => line_number);
}

/** The lines of a file that a run executes. */
export function cCoverage(folder: string, file: string, run: { command: string; limit: number }): ReadonlySet<string> {
  for (const name of readdirSync(counting(folder))) if (name.endsWith(".gcda")) rmSync(join(counting(folder), name));
  runProgram(run.command.replace("./program", "./program-counting"), { cwd: folder, limit: run.limit });
  const lines = countedLines(folder, file).filter(({ count }) => count > 0);
  return new Set(lines.map(({ line_number }) => lineKey({ file, line: line_number })));
}

function countedLines(folder: string, file: string) {
  const { stdout } = spawnSync("gcov", ["--json-format", "--stdout", "counting/counted"], {
    cwd: folder,
    encoding: "latin1",
    maxBuffer: 1 << 28,
  });
  const found: CountedLines = JSON.parse(stdout || '{"files":[]}');
  const own = found.files.find((each) => each.file === file)?.lines ?? [];
  const counts = new Map<number, number>();
  for (const { line_number, count } of own) counts.set(line_number, Math.max(count, counts.get(line_number) ?? 0));
  return [...counts]
    .map(([line_number, count]) => ({ line_number, count }))
    .sort((a, b) => a.line_number - b.line_number);
}
