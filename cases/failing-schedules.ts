import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseLog } from "../runtimes/protocol/schedule-log.ts";
import { planText } from "../runtimes/protocol/schedule-plan.ts";
import type { SchedulePolicy } from "../runtimes/protocol/schedule-policy.ts";
import { asyncEnvironment } from "../runtimes/schedule-events/launch.ts";
import { portfolio } from "../src/causes/schedule/portfolio.ts";

/** In how many of the first `schedules` that exploration would try a program of Node fails; it does not stop at the first. */
export function countFailing(folder: string, file: string, schedules: number): number {
  const { steps } = runUnder({ name: "default" }, folder, file);
  const policies = portfolio(1, { steps, syncs: 0 }, "events");
  let failing = 0;
  for (let i = 0; i < schedules; i++) if (runUnder(policies.next().value, folder, file).fails) failing++;
  return failing;
}

function runUnder(policy: SchedulePolicy, folder: string, file: string): { fails: boolean; steps: number } {
  const [plan, log] = [join(folder, "plan"), join(folder, "log")];
  writeFileSync(plan, planText({ schedule: [], policy, limit: 1_000_000 }));
  for (const ending of ["", ".owner", ".other"]) rmSync(`${log}${ending}`, { force: true });
  const control = { plan, log, folder, epoch: 1_700_000_000_000 };
  const env = { ...process.env, ...asyncEnvironment(["node", file], control) };
  const { status } = spawnSync("node", [file], {
    cwd: folder,
    env,
    stdio: "ignore",
    timeout: 30_000,
    killSignal: "SIGKILL",
  });
  return { fails: status !== 0, steps: parseLog(readFileSync(log, "utf8")).runs.length };
}
