import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseRuns } from "./choose-runs.ts";
import { defectLines } from "./defect-lines.ts";
import { writeExpected } from "./expected-output.ts";
import { isWanted, type SuiteOptions } from "./options.ts";
import { askPython, pythonCoverage } from "./python-lines.ts";
import { functionDriver, jsonDriver, pytestStub } from "./quixbugs-drivers.ts";
import { type RunSetting, runProgram, shellWord } from "./run-program.ts";
import type { Prepared, Run, Subject } from "./subject.ts";

const suite = "QuixBugs";

/** The Python programs of a checkout of QuixBugs. */
export function quixBugs({ from, only, limit }: SuiteOptions): readonly Subject[] {
  const root = join(from, suite);
  if (!existsSync(root)) return [];
  return readdirSync(join(root, "python_testcases"))
    .flatMap((file) => /^test_(\w+)\.py$/.exec(file)?.[1] ?? [])
    .filter((name) => isWanted(only, suite, name))
    .map((name) => ({ suite, name, prepare: (folder) => prepare({ root, name, folder, limit }) }));
}

interface Place {
  readonly root: string;
  readonly name: string;
  readonly folder: string;
  readonly limit: number;
}

function prepare(place: Place): Prepared | string {
  const { name, folder, limit } = place;
  const right = { cwd: join(folder, "correct"), limit };
  const wrong = { cwd: join(folder, "faulty"), limit };
  const ran = writePrograms(place).flatMap((each) => runCase(each, { right, wrong }));
  const runs = ran.some(({ passes }) => passes) ? ran : [...ran, ...nearRuns(ran, { right, wrong })];
  const choice = chooseRuns(runs);
  if (!choice) return runs.every(({ passes }) => passes) ? "no case fails" : "no case passes";
  const file = `${name}.py`;
  const executable = askPython<number[]>("code-lines.py", join(wrong.cwd, file));
  const [correct, faulty] = [right, wrong].map(({ cwd }) => readFileSync(join(cwd, file), "utf8"));
  const defect = defectLines({ correct: correct!, faulty: faulty!, executable, syntax: "python" });
  return {
    folder: wrong.cwd,
    choice,
    expected: writeExpected(wrong.cwd, choice),
    defect: defect.map((line) => ({ file, line })),
    executable: executable.map((line) => ({ file, line })),
    coverage: (run) => pythonCoverage(run.command, wrong),
  };
}

interface Both {
  readonly right: RunSetting;
  readonly wrong: RunSetting;
}

/** Nothing where the correct version does not end well. */
function runCase({ word, input }: Case, { right, wrong }: Both): readonly Run[] {
  const command = `python3 run.py ${shellWord(word)}`;
  const expected = runProgram(command, right);
  if (!expected.well) return [];
  const { output, well, hangs } = runProgram(command, wrong);
  return [{ command, input, expected: expected.output, passes: well && output === expected.output, hangs }];
}

/** The first inputs near the first failing case, up to the first that passes. */
function nearRuns([first]: readonly Run[], both: Both): readonly Run[] {
  if (!first?.input.startsWith("[")) return [];
  const runs: Run[] = [];
  for (const word of askPython<string[]>("near.py", first.input)) {
    runs.push(...runCase({ word, input: word }, both).filter(({ passes }) => passes));
    if (runs.length > 0) break;
  }
  return runs;
}

interface Case {
  /** The driver gets it. */
  readonly word: string;
  readonly input: string;
}

const versions = [
  ["correct", "correct_python_programs"],
  ["faulty", "python_programs"],
] as const;

/** Both versions, each in a folder with the driver. */
function writePrograms({ root, name, folder }: Place): readonly Case[] {
  const json = join(root, "json_testcases", `${name}.json`);
  const tests = join(root, "python_testcases", `test_${name}.py`);
  const hasJson = existsSync(json);
  for (const [version, source] of versions) {
    const to = (file: string) => join(folder, version, file);
    mkdirSync(to("."), { recursive: true });
    copyFileSync(join(root, source, `${name}.py`), to(`${name}.py`));
    writeFileSync(to("run.py"), hasJson ? jsonDriver(name) : functionDriver(name));
    if (hasJson) continue;
    writeFileSync(to("pytest.py"), pytestStub);
    copyFileSync(join(root, "python_testcases/node.py"), to("node.py"));
    const text = readFileSync(tests, "utf8").replace(/^(\s+from )(correct_)?python_programs\./gm, "$1");
    writeFileSync(to(`test_${name}.py`), text);
  }
  const cases = askPython<[string, string][]>("cases.py", hasJson ? json : tests);
  return cases.map(([word, input]) => ({ word, input }));
}
