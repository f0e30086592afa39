import { delimiter, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { planVariable } from "../protocol/suite.ts";

/** As CommonJS it loads in a third of the time. */
const preload = resolve(import.meta.dirname, "../../cjs/runtimes/suites/node/preload.js");
const python = fileURLToPath(new URL("pytest", import.meta.url));

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables with which every test runner that a command starts, however it starts it, follows the plan in a file. They are
 * taken back inside the runner, so that tests and the programs that they start do not see them.
 */
export function suiteEnvironment(planFile: string, inherited: Environment = process.env): Record<string, string> {
  return {
    [planVariable]: planFile,
    NODE_OPTIONS: joined([inherited.NODE_OPTIONS, `--require=${JSON.stringify(preload)}`], " "),
    CULPRIT_SUITE_NODE_OPTIONS: inherited.NODE_OPTIONS ?? "",
    PYTHONPATH: joined([python, inherited.PYTHONPATH], delimiter),
    CULPRIT_SUITE_PYTHONPATH: inherited.PYTHONPATH ?? "",
    PYTEST_PLUGINS: joined([inherited.PYTEST_PLUGINS, "culprit_suite"], ","),
  };
}

function joined(parts: readonly (string | undefined)[], separator: string): string {
  return parts.filter((part) => part !== undefined && part !== "").join(separator);
}
