import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildByItsScripts } from "./own-build.ts";
import type { SuiteEntry } from "./sctbench.ts";
import type { Command } from "./test-script.ts";
import { errorIn, type Tools } from "./tools.ts";

/** How to run a program that was built; or why it was not. */
export type SuiteProgram = Command | { readonly obstacle: string };

/** The study's own default. */
export const threadCount = "2";

/** A program is one source of its name, or has scripts that build and run it. */
export function buildProgram(entry: SuiteEntry, tools: Tools): SuiteProgram {
  const source = [".c", ".cpp"]
    .map((ending) => `${entry.name}${ending}`)
    .find((file) => existsSync(join(entry.folder, file)));
  return source === undefined ? buildByItsScripts(entry, tools) : compileSource(entry, source, tools);
}

function compileSource({ title, folder }: SuiteEntry, source: string, tools: Tools): SuiteProgram {
  const binary = join(tools.folder, title);
  const compiler = source.endsWith(".c") ? "cc" : "c++";
  const { status, stderr } = tools.build([compiler, "-g", "-o", binary, source, "-pthread", "-lm"], folder);
  if (status !== 0) return { obstacle: `does not compile: ${errorIn(stderr)}` };
  return { text: [binary, ...argumentsIn(join(folder, source))].join(" ") };
}

/** The first line of a source may say with which arguments the study runs it. */
function argumentsIn(source: string): string[] {
  const [, words = ""] = /^.*args:(.*)/.exec(readFileSync(source, "utf8").split("\n")[0]!) ?? [];
  return words.replaceAll("{NUMTHREADS}", threadCount).trim().split(/\s+/).filter(Boolean);
}
