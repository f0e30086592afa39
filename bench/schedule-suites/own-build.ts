/**
 * Programs that a part of the suite builds and runs by scripts of its own.
 *
 * The part is copied and built once: by its script `build.sh` or `buildall.sh`, else by `make` in the folder of the program. Its
 * `run.sh NAME` then starts the program under a tool that it calls `runner`, as `runner PROGRAM ARGUMENTS`. Ours writes down what
 * it is given, and where. A build may instead leave the command behind, in `bin/run`.
 */
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { SuiteEntry } from "./sctbench.ts";
import { type SuiteProgram, threadCount } from "./suite-program.ts";
import type { Command } from "./test-script.ts";
import { errorIn, run, type Tools } from "./tools.ts";

export function buildByItsScripts({ folder, name }: SuiteEntry, tools: Tools): SuiteProgram {
  const part = join(tools.folder, basename(folder));
  if (!existsSync(part)) cpSync(folder, part, { recursive: true, verbatimSymlinks: true });
  const way = wayToBuild(part, name);
  if (way === undefined) return { obstacle: "it has neither a script that builds it nor a Makefile" };
  const errors = buildOnce(way, tools);
  const command = commandOf(part, name, tools);
  if ("error" in command) return { obstacle: `${command.error}; its build: ${errorIn(errors)}` };
  return command;
}

interface Build {
  readonly folder: string;
  readonly command: string;
}

function wayToBuild(part: string, name: string): Build | undefined {
  const script = ["build.sh", "buildall.sh"].find((file) => existsSync(join(part, file)));
  if (script !== undefined) return { folder: part, command: `./${script}` };
  const folder = folderOf(part, name);
  return existsSync(join(folder, "Makefile")) ? { folder, command: "make" } : undefined;
}

/** What the build printed, for a reason if it fails; programs of a part may be there though others failed. */
function buildOnce({ folder, command }: Build, tools: Tools): string {
  const log = join(folder, "build.log");
  if (!existsSync(log)) {
    const { stdout, stderr } = tools.build([command], folder);
    writeFileSync(log, stdout + stderr);
  }
  return readFileSync(log, "utf8");
}

function commandOf(part: string, name: string, tools: Tools): Command | { readonly error: string } {
  const note = join(folderOf(part, name), "bin", "run");
  if (existsSync(note)) return { folder: dirname(note), text: readFileSync(note, "utf8").trim() };
  const runner = join(tools.folder, "runner");
  const log = join(tools.folder, "command");
  writeFileSync(log, "");
  writeFileSync(runner, `#!/bin/sh\nprintf '%s\\0' "$PWD" "$output" "$@" > '${log}'\n`);
  chmodSync(runner, 0o755);
  const PATH = `${tools.folder}:${process.env.PATH}`;
  const { stderr } = run(["./run.sh", name], part, { PATH, num_threads: threadCount, output: "" });
  const [folder = "", output = "", program, ...words] = readFileSync(log, "utf8").split("\0").slice(0, -1);
  if (program === undefined) return { error: `its run.sh starts nothing: ${errorIn(stderr)}` };
  if (!existsSync(resolve(folder, program))) return { error: `there is no ${basename(program)}` };
  return { folder, output, text: [program, ...words].map((word) => `'${word}'`).join(" ") };
}

/** The folder of that name in the part, or else the part. */
function folderOf(part: string, name: string): string {
  const found = readdirSync(part, { recursive: true, withFileTypes: true }).find(
    (entry) => entry.isDirectory() && entry.name === name,
  );
  return found ? join(found.parentPath, name) : part;
}
