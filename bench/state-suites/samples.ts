import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isWanted, type SuiteOptions } from "./options.ts";
import type { Prepared, Run, Subject } from "./subject.ts";

const suite = "samples";

/** What a `culprit.json` says. */
interface Sample {
  readonly pass: string;
  readonly fail: string;
  readonly alsoPass?: readonly string[];
  readonly alsoFail?: readonly string[];
  readonly test: readonly string[];
  readonly defect: readonly [file: string, lines: readonly number[]];
}

/** Projects of any language, each with a `culprit.json`. */
export function samples({ from, only }: SuiteOptions): readonly Subject[] {
  const root = join(from, suite);
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => existsSync(join(root, name, "culprit.json")) && isWanted(only, suite, name))
    .map((name) => ({ suite, name, prepare: (folder) => prepare(join(root, name), folder) }));
}

/** Lines that are neither blank nor a comment count as executable; there is no coverage. */
function prepare(from: string, folder: string): Prepared {
  cpSync(from, folder, { recursive: true, verbatimSymlinks: true });
  const sample: Sample = JSON.parse(readFileSync(join(folder, "culprit.json"), "utf8"));
  const [file, lines] = sample.defect;
  const run = (command: string): Run => ({ command, input: command, expected: "", passes: command !== sample.fail });
  const text = readFileSync(join(folder, file), "utf8").split("\n");
  return {
    folder,
    choice: {
      fail: run(sample.fail),
      pass: run(sample.pass),
      alsoPass: (sample.alsoPass ?? []).map(run),
      alsoFail: (sample.alsoFail ?? []).map((command) => ({ ...run(command), passes: false })),
    },
    test: sample.test,
    defect: lines.map((line) => ({ file, line })),
    executable: text.flatMap((each, i) => (/^\s*($|#|\/\/|\*|\/\*)/.test(each) ? [] : { file, line: i + 1 })),
  };
}
