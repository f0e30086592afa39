import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildC, cCodeLines, cCoverage } from "./c-lines.ts";
import { chooseRuns } from "./choose-runs.ts";
import { defectLines } from "./defect-lines.ts";
import { writeExpected } from "./expected-output.ts";
import { isWanted, type SuiteOptions } from "./options.ts";
import { runProgram } from "./run-program.ts";
import type { Prepared, Run, Subject } from "./subject.ts";

const suite = "Siemens";
const casesAtATime = 300;

/** The faulty versions of the Siemens programs. */
export function siemens({ from, only, limit }: SuiteOptions): readonly Subject[] {
  const root = join(from, "siemens");
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((program) => existsSync(join(root, program, "testplans.alt/universe")))
    .flatMap((program) => {
      const expected = new Map<string, string | undefined>();
      return versionsOf(join(root, program))
        .map((version) => ({ version, name: `${program}/${version}` }))
        .filter(({ name }) => isWanted(only, suite, name))
        .map(({ version, name }) => ({
          suite,
          name,
          prepare: (folder: string) => prepare({ root: join(root, program), version, folder, limit, expected }),
        }));
    });
}

function versionsOf(program: string): readonly string[] {
  return readdirSync(join(program, "versions.alt/versions.orig"))
    .filter((name) => /^v\d+$/.test(name))
    .sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
}

interface Place {
  readonly root: string;
  readonly version: string;
  readonly folder: string;
  readonly limit: number;
  /** What the correct version prints by case; nothing where it does not end. All versions share it. */
  readonly expected: Map<string, string | undefined>;
}

function prepare(place: Place): Prepared | string {
  const { root, version, folder } = place;
  // Some cases name files as ../inputs/NAME.
  const right = join(folder, "correct/inputs");
  const wrong = join(folder, "faulty/inputs");
  for (const [to, source] of [
    [right, "source.alt/source.orig"],
    [wrong, `versions.alt/versions.orig/${version}`],
  ] as const) {
    mkdirSync(to, { recursive: true });
    if (existsSync(join(root, "inputs"))) cpSync(join(root, "inputs"), to, { recursive: true });
    for (const file of sourcesIn(join(root, source))) cpSync(join(root, source, file), join(to, file));
  }
  const file = sourcesIn(wrong).find((name) => name.endsWith(".c"));
  if (file === undefined || !buildC(right, file) || !buildC(wrong, file)) return "it does not compile";
  const runs = runUniverse(place, { right, wrong });
  const choice = chooseRuns(runs);
  if (!choice) return runs.every(({ passes }) => passes) ? "no case fails" : "no case passes";
  const executable = cCodeLines(wrong, file);
  const [correct, faulty] = [right, wrong].map((each) => readFileSync(join(each, file), "latin1"));
  const defect = defectLines({ correct: correct!, faulty: faulty!, executable, syntax: "c" });
  return {
    folder: wrong,
    choice,
    expected: writeExpected(wrong, choice),
    defect: defect.map((line) => ({ file, line })),
    executable: executable.map((line) => ({ file, line })),
    coverage: (run) => cCoverage(wrong, file, { command: run.command, limit: place.limit }),
  };
}

const sourcesIn = (folder: string): readonly string[] => readdirSync(folder).filter((name) => /\.[ch]$/.test(name));

/** The cases in order, in whole portions, up to the one that has a failing case. */
function runUniverse(
  { root, limit, expected }: Place,
  { right, wrong }: { right: string; wrong: string },
): readonly Run[] {
  const cases = readFileSync(join(root, "testplans.alt/universe"), "latin1")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const runs: Run[] = [];
  for (let at = 0; at < cases.length && runs.every(({ passes }) => passes); at += casesAtATime) {
    for (const words of cases.slice(at, at + casesAtATime)) {
      const command = `./program ${words.trim()}`;
      if (!expected.has(command)) {
        const { output, normal } = runProgram(command, { cwd: right, limit });
        expected.set(command, normal ? output : undefined);
      }
      const wanted = expected.get(command);
      if (wanted === undefined) continue;
      const { output, normal, hangs } = runProgram(command, { cwd: wrong, limit });
      runs.push({
        command,
        input: inputOf(words, wrong),
        expected: wanted,
        passes: normal && output === wanted,
        hangs,
      });
    }
  }
  return runs;
}

/** The words, and what is in the file that the last one names. */
function inputOf(words: string, folder: string): string {
  const file = join(folder, /(\S+)\s*$/.exec(words)?.[1] ?? "");
  return words.includes("<") || existsSync(file) ? `${words}\n${textOf(file)}` : words;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
