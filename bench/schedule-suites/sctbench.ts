import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A program of a suite, or why it cannot be run. */
export type SuiteProgram = { readonly name: string; readonly threads: number; readonly points: number } & (
  | { readonly folder: string; readonly compile: (binary: string) => readonly string[] }
  | { readonly obstacle: string }
);

/** The entries of the suite's own list: `FOLDER NAME THREADS POINTS`; those behind `#` are not part of the study. */
export function sctbenchPrograms(root: string): SuiteProgram[] {
  const list = readFileSync(join(root, "benchmarks/buggy.txt"), "utf8").split("\n");
  return list
    .map((line) => line.trim().split(/\s+/))
    .filter(([folder = "", name]) => name !== undefined && !folder.startsWith("#"))
    .map(([folder, name, threads, points]) => ({
      name: `${short[folder!] ?? folder}.${name}`,
      threads: Number(threads),
      points: Number(points),
      ...programIn(join(root, "benchmarks", folder!), name!),
    }));
}

const short: Readonly<Record<string, string>> = { "concurrent-software-benchmarks": "CS" };

/** A source of that name, or a folder of that name with sources. */
function programIn(folder: string, name: string) {
  const single = [".c", ".cpp"].map((ending) => `${name}${ending}`).find((file) => existsSync(join(folder, file)));
  if (single !== undefined) return { folder, compile: (binary: string) => compileWords([single], binary) };
  const inner = [join(folder, name), folder].find((each) => sourcesIn(each).length > 0 && each !== folder) ?? folder;
  const sources = inner === folder && sourcesIn(folder).length !== 1 ? [] : sourcesIn(inner);
  if (sources.length === 0) return { obstacle: "its sources are not in one folder: it has a build of its own" };
  return { folder: inner, compile: (binary: string) => compileWords(sources, binary) };
}

function sourcesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((file) => /\.(?:c|cpp|cc)$/.test(file)) : [];
}

/** The programs are from before 2010: what is an error today was a warning. */
function compileWords(sources: readonly string[], binary: string): string[] {
  const isC = sources.every((file) => file.endsWith(".c"));
  const compiler = isC ? ["cc", "-std=gnu89"] : ["c++", "-std=gnu++11", "-fpermissive"];
  return [...compiler, "-g", "-O0", "-w", "-o", binary, ...sources, "-pthread", "-lm"];
}
