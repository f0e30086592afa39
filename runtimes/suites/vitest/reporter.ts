/** `vitest --reporter=THIS` makes Vitest follow a plan: which files, in which order, by the runner of `runner.ts`. */
import { fileURLToPath } from "node:url";
import { type ChosenTests, chosenTests } from "../node/chosen-tests.ts";
import { readPlan } from "../node/plan.ts";

const runner = fileURLToPath(new URL("./runner.js", import.meta.url));

export default class {
  onInit(vitest: Vitest): void {
    const plan = readPlan();
    if (!plan) return;
    const configs = [vitest, ...(vitest.projects ?? [])].map(({ config }) => config);
    const ownRunners = configs.flatMap((config) => useRunner(config));
    process.env.CULPRIT_SUITE_VITEST_RUNNERS = JSON.stringify(Object.fromEntries(ownRunners));
    if (plan.tests) for (const config of configs) config.bail = 0;
    forgetEarlierResults(vitest);
    const chosen = chosenTests(plan);
    if (chosen) vitest.config.sequence.sequencer = sequencerOf(chosen);
  }
}

/** The runner of the user's own that a project had, by the project's name. In a browser, ours cannot run. */
function useRunner(config: Config): (readonly [name: string, runner: string])[] {
  const own = config.runner;
  if (config.browser?.enabled) return [];
  config.runner = runner;
  return own === undefined || own === runner ? [] : [[config.name ?? "", own]];
}

/** Vitest runs first what failed last: then a test that fails after others would not fail again. */
function forgetEarlierResults({ cache }: Vitest): void {
  if (cache?.results) cache.results.getResults = () => undefined;
}

function sequencerOf(chosen: ChosenTests) {
  return class {
    shard(specifications: readonly Specification[]) {
      return specifications;
    }
    sort(specifications: readonly Specification[]) {
      return chosen.orderFiles(specifications, (each) => each.moduleId ?? each[1]);
    }
  };
}

/** What is used of Vitest's objects, in versions 1 to 4. */
interface Vitest {
  readonly config: Config;
  readonly projects?: readonly { readonly config: Config }[];
  readonly cache?: { readonly results?: { getResults: (key: string) => unknown } };
}

interface Config {
  readonly name?: string;
  readonly browser?: { readonly enabled?: boolean };
  runner?: string;
  bail?: number;
  readonly sequence: { sequencer: unknown };
}

/** In versions 1 and 2, a pair of a project and a file. */
interface Specification {
  readonly moduleId?: string;
  readonly 1: string;
}
