import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { type RunSetting, runProgram, shellWord } from "./run-program.ts";
import { lineKey } from "./subject.ts";

const tool = (name: string) => resolve("bench/state-suites/python", name);

/** What a script of ours prints about a file or a text. */
export function askPython<T>(script: "code-lines.py" | "cases.py" | "near.py", word: string): T {
  return JSON.parse(execFileSync("python3", [tool(script), word], { encoding: "utf8", maxBuffer: 1 << 26 }));
}

/** The lines that `python3 PROGRAM WORDS…` executes. */
export function pythonCoverage(command: string, setting: RunSetting): ReadonlySet<string> {
  const out = join(setting.cwd, ".coverage.json");
  rmSync(out, { force: true });
  const words = [tool("cover.py"), out, String(setting.limit)].map(shellWord).join(" ");
  // Tracing is slow, and the limit is that of the program.
  runProgram(
    command.replace(/^python3 /, () => `python3 ${words} `),
    { ...setting, limit: 3 * setting.limit },
  );
  if (!existsSync(out)) return new Set();
  const lines: readonly [string, number][] = JSON.parse(readFileSync(out, "utf8"));
  rmSync(out);
  return new Set(lines.map(([file, line]) => lineKey({ file, line })));
}
