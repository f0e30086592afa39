/**
 * `node driver.js PLAN.json` runs a Python program by a plan and ends as the program did. Python itself carries out the plan
 * (`site/`); this process only answers for it where it could not.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import type { Launch } from "../protocol/launch.ts";
import type { DriverPlan } from "../protocol/state.ts";
import { endDriverAs, endDriverWithMessage } from "../shared/driver-end.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";
import { launchPython } from "./launch.ts";

const planFile = process.argv[2];
if (planFile === undefined) endDriverWithMessage("usage: node driver.js PLAN.json");
const plan = JSON.parse(readFileSync(planFile, "utf8")) as DriverPlan;
for (const path of [plan.capture, plan.moments?.capture, plan.answer])
  if (path !== undefined) rmSync(path, { force: true });
run(launchPython(planFile, plan));

function run({ argv: [program, ...words], environment, end }: Launch): void {
  // By its number a parent is noticed, too, that ended before Python began.
  const env = { ...process.env, ...environment, CULPRIT_STATE_PARENT: String(process.pid) };
  const child = spawn(program!, words, { stdio: "inherit", env });
  child.on("error", (error) => {
    const reason = `cannot start ${program}: ${error.message}`;
    writePlanAnswer(plan.answer, { failed: true, why: "cannot-start", reason });
    endDriverWithMessage(reason);
  });
  child.on("exit", (code, signal) => {
    endDriverAs(end({ exit: code ?? undefined, signal: signal ?? undefined }));
  });
}
