import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import type { SuitePlan, TestName } from "../../protocol/suite.ts";
import { restoreEnvironment } from "../node/environment.ts";
import { watchMemory } from "../node/leak/watch-memory.ts";
import { leakWatcher } from "../node/leak/watcher.ts";
import { reportEvent } from "../node/plan.ts";
import { commandsFor, seedOf, sharesProcess } from "./commands.ts";

const taken = "CULPRIT_SUITE_NODE_TEST";

/** Whether this process was started by one that has taken over: to run tests, or to start those that do. */
export function isChildOfNodeTest(): boolean {
  return process.env[taken] !== undefined;
}

/** Sees each test before it begins, in a process that runs some. */
export function watchNodeTest(plan: SuitePlan): void {
  const runsTests = process.env.NODE_TEST_CONTEXT !== undefined || sharesProcess(process.execArgv);
  if (!runsTests || !plan.leak || !plan.tests) return;
  watchMemory(plan);
  const { beforeEach }: typeof import("node:test") = require("node:test");
  const last = plan.tests.at(-1)!;
  beforeEach((context) => {
    const { name } = context as { readonly name: string };
    leakWatcher()?.beforeTest(name === last.names.at(-1) ? last : { file: "", names: [name] });
  });
}

/**
 * The options of `node --test` cannot be changed any more. So this process starts Node again with other options, and ends as that
 * does. Each file has a process of its own anyway: they are started one after the other, each with the names of its tests.
 */
export function takeOverNodeTest(plan: SuitePlan): never {
  const { execArgv, argv } = process;
  const cwd = process.cwd();
  const seed = plan.seed ?? (plan.tests ? undefined : seedOf(execArgv));
  reportEvent(plan, {
    event: "runner",
    runner: "node:test",
    argv: [...execArgv, ...argv.slice(1)],
    cwd,
    process: process.pid,
    ...(seed === undefined ? {} : { seed: ["--test-randomize", `--test-random-seed=${seed}`] }),
  });
  // Processes of their own run the tests: to watch them, these need the options, too.
  if (!plan.leak) restoreEnvironment();
  process.env[taken] = "1";
  const reporter = resolve(__dirname, "../../../../runtimes/suites/node-test/reporter.js");
  let status = 0;
  for (const words of commandsFor({
    execArgv,
    files: argv.slice(1),
    reporter,
    cwd,
    hasFullNames: Number.parseInt(process.versions.node, 10) >= 22,
    ...(seed === undefined ? {} : { seed }),
    ...(plan.tests ? { tests: plan.tests as readonly TestName[] } : {}),
  })) {
    const end = spawnSync(process.execPath, words, { stdio: "inherit" });
    if (end.signal) process.kill(process.pid, end.signal);
    status ||= end.status ?? 1;
  }
  process.exit(status);
}
