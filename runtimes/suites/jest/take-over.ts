import { resolve } from "node:path";
import type { SuitePlan } from "../../protocol/suite.ts";
import { watchMemory } from "../node/leak/watch-memory.ts";
import type { MainPackage } from "../node/main-package.ts";
import { reportEvent } from "../node/plan.ts";

const testRunner = resolve(__dirname, "test-runner.js");
const sequencer = resolve(__dirname, "sequencer.js");

export function takeOverJest(plan: SuitePlan, { file }: MainPackage): void {
  const argv = [...process.execArgv, ...process.argv.slice(1)];
  reportEvent(plan, { event: "runner", runner: "jest", argv, cwd: process.cwd(), process: process.pid });
  process.env.CULPRIT_SUITE_JEST = file;
  const own = process.argv.find((word) => word.startsWith("--testRunner="))?.slice("--testRunner=".length);
  if (own !== undefined) process.env.CULPRIT_SUITE_JEST_RUNNER = own;
  process.argv = process.argv.filter((word) => !word.startsWith("--testRunner="));
  const order = plan.tests
    ? [`--testSequencer=${sequencer}`, "--no-bail", ...(plan.parallel ? [] : ["--runInBand"])]
    : [];
  const random = plan.seed === undefined ? [] : ["--randomize", `--seed=${plan.seed}`];
  process.argv.push(`--testRunner=${testRunner}`, ...order, ...random);
  watchMemory(plan);
}
