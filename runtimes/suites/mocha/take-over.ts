import { resolve } from "node:path";
import type { SuitePlan } from "../../protocol/suite.ts";
import { watchMemory } from "../node/leak/watch-memory.ts";
import { reportEvent } from "../node/plan.ts";

const hooks = resolve(__dirname, "hooks.js");

export function takeOverMocha(plan: SuitePlan): void {
  const argv = [...process.execArgv, ...process.argv.slice(1)];
  reportEvent(plan, { event: "runner", runner: "mocha", argv, cwd: process.cwd(), process: process.pid });
  process.argv.push(
    "--require",
    hooks,
    ...(plan.tests ? ["--no-bail"] : []),
    ...(plan.tests && !plan.parallel ? ["--no-parallel"] : []),
  );
  watchMemory(plan);
}
