import { resolve } from "node:path";
import type { SuitePlan } from "../../protocol/suite.ts";
import { addOptions } from "../node/command-line.ts";
import { restoreEnvironment } from "../node/environment.ts";
import type { MainPackage } from "../node/main-package.ts";
import { reportEvent } from "../node/plan.ts";

/** A reporter is told of the run before it begins, and can set the rest up (`reporter.ts`). */
const reporter = resolve(__dirname, "../../../../runtimes/suites/vitest/reporter.js");

export function takeOverVitest(plan: SuitePlan, { folder }: MainPackage): void {
  if (process.argv[2] === "bench") return;
  const argv = [...process.execArgv, ...process.argv.slice(1)];
  reportEvent(plan, { event: "runner", runner: "vitest", argv, cwd: process.cwd(), process: process.pid });
  process.env.CULPRIT_SUITE_VITEST = folder;
  const oneAtATime = plan.tests && !plan.parallel ? ["--no-file-parallelism"] : [];
  const order = plan.seed === undefined ? [] : ["--sequence.shuffle", `--sequence.seed=${plan.seed}`];
  addOptions([...oneAtATime, ...order, "--reporter=default", `--reporter=${reporter}`]);
  // Other processes run the tests: to watch them, these need the options, too.
  if (plan.leak) addOptions(["--pool=forks"]);
  else restoreEnvironment();
}

/** Whether Vitest started this process to run tests. */
export function isVitestProcess(): boolean {
  return process.env.CULPRIT_SUITE_VITEST !== undefined;
}
