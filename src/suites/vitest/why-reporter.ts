import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { commandLine } from "../../core/command-line.ts";
import { exactPattern } from "../commands/suite-runner.ts";
import { type FailedTest, failedTests, type TestFile } from "./failed-tests.ts";

/** What is used of Vitest itself, in versions 2 to 4. */
interface Vitest {
  readonly config: { readonly root: string; readonly watch: boolean };
  readonly state: { getFiles(): readonly TestFile[] };
  readonly reporters: unknown[];
  readonly logger: { log(text: string): void };
}

interface Reporter {
  onInit?(vitest: Vitest): void;
}

/**
 * A reporter of Vitest. A red run on a developer's machine ends with the command that finds out why the first test fails; with
 * `CULPRIT=why` in the environment it is run. Vitest's exit status stays as it is.
 */
export default class WhyReporter {
  #vitest: Vitest | undefined;
  #knowsTestRun = false;

  async onInit(vitest: Vitest): Promise<void> {
    this.#vitest = vitest;
    if (vitest.reporters.length === 1) await addDefaultReporter(vitest);
  }

  /** Since Vitest 3. */
  async onTestRunEnd(): Promise<void> {
    this.#knowsTestRun = true;
    await this.#end();
  }

  /** Until Vitest 3. */
  async onFinished(): Promise<void> {
    if (!this.#knowsTestRun) await this.#end();
  }

  async #end(): Promise<void> {
    const vitest = this.#vitest;
    if (!vitest || isInTrial()) return;
    const failed = failedTests(vitest.state.getFiles());
    const isWanted = process.env.CULPRIT === "why" && !vitest.config.watch;
    if (failed.length === 0 || (isContinuousIntegration() && !isWanted)) return;
    // Other reporters print their summary first.
    await new Promise((resolve) => setImmediate(resolve));
    const words = wordsFor(failed[0]!, vitest.config.root);
    const question = failed.length === 1 ? "Why?" : `Why does the first of these ${failed.length} tests fail?`;
    vitest.logger.log(`${question} ${commandLine(["npx", "culprit", ...words])}\n`);
    if (isWanted) await runCulprit(words);
  }
}

/** culprit runs the tests again and again: nobody reads what each run prints. */
function isInTrial(): boolean {
  return process.env.CULPRIT_TRIAL !== undefined || process.env.CULPRIT_SUITE !== undefined;
}

function isContinuousIntegration(): boolean {
  return !["", "0", "false", undefined].includes(process.env.CI);
}

function wordsFor({ file, name }: FailedTest, root: string): string[] {
  const test = name === undefined ? [] : ["-t", exactPattern([name])];
  return ["why", "--", "npx", "vitest", "run", ...givenOptions(), relative(root, file), ...test];
}

/** Options without which Vitest would not find the same tests. */
const kept = /^(?:-c|--config|-r|--root|--dir|--project|--mode|--environment|--globals)(?:=|$)/;

function givenOptions(words: readonly string[] = process.argv.slice(2)): string[] {
  return words.flatMap((word, i) => {
    if (!kept.test(word)) return [];
    const value = words[i + 1];
    return word.includes("=") || value === undefined || value.startsWith("-") ? [word] : [word, value];
  });
}

async function runCulprit(words: readonly string[]): Promise<void> {
  const program = fileURLToPath(new URL("../../cli/main.js", import.meta.url));
  // Without what Vitest has set for its tests, as if the command had been typed.
  const { CULPRIT, TEST, VITEST, VITEST_MODE, ...env } = process.env;
  // Not synchronously: meanwhile Vitest ends its workers.
  await once(spawn(process.execPath, [program, ...words], { stdio: "inherit", env }), "exit");
}

/** Whoever names only this reporter wants to see the tests, too. */
async function addDefaultReporter(vitest: Vitest): Promise<void> {
  const DefaultReporter = await defaultReporter();
  if (!DefaultReporter) return;
  const reporter = new DefaultReporter();
  reporter.onInit?.(vitest);
  vitest.reporters.push(reporter);
}

/** That of the Vitest which is running: npx starts it by a link. Undefined: it was not started from the command line. */
async function defaultReporter(): Promise<(new () => Reporter) | undefined> {
  const [, main = ""] = process.argv;
  const program = existsSync(main) ? realpathSync(main) : "";
  if (basename(program) !== "vitest.mjs") return undefined;
  const load = (name: string) => import(pathToFileURL(join(dirname(program), "dist", name)).href);
  const { DefaultReporter } = await load("node.js");
  // Until Vitest 3 it is somewhere else.
  return DefaultReporter ?? (await load("reporters.js")).DefaultReporter;
}
