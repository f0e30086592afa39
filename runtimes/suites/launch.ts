import { createRequire } from "node:module";
import { delimiter, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { planVariable } from "../protocol/suite.ts";
import { type Addition, type Environment, extend } from "./addition.ts";
import { compiledAdditions } from "./compiled/additions.ts";

/** As CommonJS it loads in a third of the time. */
const preload = resolve(import.meta.dirname, "../../cjs/runtimes/suites/node/preload.js");
const python = fileURLToPath(new URL("python", import.meta.url));
const rspec = fileURLToPath(new URL("rspec/culprit_suite.rb", import.meta.url));

/** Everything that test runners load from culprit. */
export const suiteRuntimes: readonly string[] = [
  resolve(import.meta.dirname, "../../cjs"),
  resolve(import.meta.dirname, ".."),
  dirname(createRequire(import.meta.url).resolve("acorn/package.json")),
];

/**
 * The variables with which every test runner that a command starts, however it starts it, follows the plan in a file. They are
 * taken back inside the runner, so that tests and the programs that they start do not see them. The plan has to be in the file already.
 */
export function suiteEnvironment(planFile: string, inherited: Environment = process.env): Record<string, string> {
  const added = Object.entries({ ...additions(), ...compiledAdditions(planFile, inherited) });
  return {
    [planVariable]: planFile,
    ...Object.fromEntries(added.map(([name, addition]) => [name, extend(inherited[name], addition)])),
    // What each runner takes back. A launcher may have changed the variables meanwhile, so their old values would not do.
    CULPRIT_SUITE_ADDED: JSON.stringify(
      Object.fromEntries(added.map(([name, each]) => [name, [each.text, each.separator]])),
    ),
  };
}

function additions(): Record<string, Addition> {
  return {
    NODE_OPTIONS: { text: `--require=${JSON.stringify(preload)}`, separator: " " },
    PYTHONPATH: { text: python, separator: delimiter, isFirst: true },
    SPEC_OPTS: { text: `--require '${rspec.replaceAll("'", "'\\''")}'`, separator: " " },
  };
}
