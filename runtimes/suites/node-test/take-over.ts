import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import type { SuitePlan, TestName } from "../../protocol/suite.ts";
import { restoreOptions } from "../node/environment.ts";
import { reportEvent } from "../node/plan.ts";
import { commandsFor } from "./commands.ts";

/**
 * The options of `node --test` cannot be changed any more. So this process starts Node again with other options, and ends as that
 * does. Each file has a process of its own anyway: they are started one after the other, each with the names of its tests.
 */
export function takeOverNodeTest(plan: SuitePlan): never {
  const { execArgv, argv } = process;
  const cwd = process.cwd();
  reportEvent(plan, {
    event: "runner",
    runner: "node:test",
    argv: [...execArgv, ...argv.slice(1)],
    cwd,
    process: process.pid,
  });
  restoreOptions();
  const reporter = resolve(__dirname, "../../../../runtimes/suites/node-test/reporter.js");
  let status = 0;
  for (const words of commandsFor({
    execArgv,
    files: argv.slice(1),
    reporter,
    cwd,
    ...(plan.tests ? { tests: plan.tests as readonly TestName[] } : {}),
  })) {
    const end = spawnSync(process.execPath, words, { stdio: "inherit" });
    if (end.signal) process.kill(process.pid, end.signal);
    status ||= end.status ?? 1;
  }
  process.exit(status);
}
