import Module from "node:module";
import { resolve } from "node:path";
import type { SuitePlan } from "../../protocol/suite.ts";
import { addOptions, removeOptions } from "../node/command-line.ts";
import { watchMemory } from "../node/leak/watch-memory.ts";
import { reportEvent } from "../node/plan.ts";
import { idOf, type JestConfig, runnersVariable } from "./own-runner.ts";

const testRunner = resolve(__dirname, "test-runner.js");
const sequencer = resolve(__dirname, "sequencer.js");

/** What Jest does not take twice, or not together with ours. */
const ordering = ["--testSequencer", "--bail", "-b", "--shard", "--onlyFailures", "-f", "--onlyChanged", "-o"];
const needingValue = /^--(?:testSequencer|shard|seed)$/;
const workers = ["-w", "--maxWorkers", "--max-workers", "-i", "--runInBand"];

export function takeOverJest(plan: SuitePlan): void {
  const argv = [...process.execArgv, ...process.argv.slice(1)];
  reportEvent(plan, { event: "runner", runner: "jest", argv, cwd: process.cwd(), process: process.pid });
  if (plan.tests) {
    removeOptions([...ordering, ...(plan.parallel ? [] : workers)], { needingValue });
    addOptions([`--testSequencer=${sequencer}`, "--bail=0", ...(plan.parallel ? [] : ["--runInBand"])]);
  }
  if (plan.seed !== undefined) {
    removeOptions(["--seed"], { needingValue });
    addOptions(["--randomize", `--seed=${plan.seed}`]);
  }
  watchMemory(plan);
  changeConfigs();
}

interface JestConfigModule {
  readonly readConfigs: (...words: unknown[]) => Promise<{ readonly configs: readonly JestConfig[] }>;
}

/** Each project may have a test runner of its own, so it is replaced once Jest has read all configurations. */
function changeConfigs(): void {
  const loader = Module as unknown as { _load: (name: string, ...words: unknown[]) => unknown };
  const own = loader._load;
  loader._load = function (this: unknown, name: string, ...words: unknown[]) {
    const loaded = own.call(this, name, ...words);
    return name === "jest-config" ? withOurRunner(loaded as JestConfigModule) : loaded;
  };
}

function withOurRunner(module: JestConfigModule): JestConfigModule {
  const readConfigs: JestConfigModule["readConfigs"] = async (...words) => {
    const { configs, ...rest } = await module.readConfigs(...words);
    if (configs.some((config) => /jest-jasmine2/.test(config.testRunner))) throw noJasmine();
    process.env[runnersVariable] = JSON.stringify(
      Object.fromEntries(configs.map((each) => [idOf(each), each.testRunner])),
    );
    return { ...rest, configs: configs.map((config) => Object.freeze({ ...config, testRunner })) };
  };
  return Object.create(module, { readConfigs: { value: readConfigs, enumerable: true } });
}

/** Jest prints the stack, which would say nothing more. */
function noJasmine(): Error {
  const error = new Error(
    "culprit: tests that jest-jasmine2 runs cannot be chosen. Try --testRunner=jest-circus/runner.",
  );
  error.stack = error.message;
  return error;
}
