import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { commandLine } from "../../../core/command-line.ts";
import type { Context } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { worldOf } from "../worlds/tested-command.ts";

/** Programs whose first file is a program, too. */
const interpreter =
  /^(?:node|nodejs|deno|bun|tsx|ts-node|python[\d.]*|pypy3?|ruby|perl|php|lua|Rscript|sh|bash|dash|zsh|ksh|java|env|time|npx|npm|pnpm|yarn|make)$/;

/** Seconds of a run from which on reducing a file, which takes some hundred runs, is left to the user. */
const quick = 0.3;

/** The test with an empty file in the place of one that the command names: if it passes, the cause is in that file. */
export function emptyInputs(context: Context, seconds: number): Experiment[] {
  const { run, tested, words } = context;
  const folder = run.sharedFolder;
  if (tested.victim || folder === undefined) return [];
  return inputsOf(words, context.request.cwd).map((at) => {
    const file = words[at]!;
    const id = `empty ${at}`;
    const replaced = (path: string) => words.map((word, i) => (i === at ? path : word));
    const world: Experiment["world"] = (nth) => {
      const empty = join(folder, "empty", `${at}${extname(file)}`);
      mkdirSync(join(folder, "empty"), { recursive: true });
      writeFileSync(empty, "");
      return worldOf({ ...tested, command: { ...tested.command, argv: replaced(empty) } }, { id, nth });
    };
    const shown = commandLine(["culprit", "input", file, "--", ...replaced("{}")]);
    const output = run.record.prepareOutputPath(`smallest-${basename(file)}`);
    const instrument = { command: "input", words: [file, "--output", output, "--", ...replaced("{}")], shown };
    return {
      id,
      kind: "input",
      how: `with an empty file instead of ${file}`,
      world,
      ...(seconds <= quick ? { isolate: { instrument } } : { next: shown }),
    };
  });
}

/** Which words of a command are files that it reads, and not the program. */
export function inputsOf(words: readonly string[], cwd: string): number[] {
  const files = words.flatMap((word, i) => (i > 0 && isInput(resolve(cwd, word)) ? [i] : []));
  return interpreter.test(basename(words[0] ?? "")) ? files.slice(1) : files;
}

function isInput(path: string): boolean {
  try {
    const status = statSync(path);
    return status.isFile() && status.size > 0 && (status.mode & 0o111) === 0;
  } catch {
    return false; // words may be anything: a script of sh -c is too long to be a path
  }
}
