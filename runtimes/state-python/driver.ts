/**
 * `node driver.js PLAN.json` runs a Python program by a plan and ends as the program did. Python itself carries out the plan
 * (`site/`); this process only answers for it where it could not.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import type { DriverPlan, PlanAnswer } from "../protocol/state.ts";
import { endBySignal } from "../shared/end-by-signal.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";
import { pythonCommand } from "./launch.ts";

type FailedPlan = Extract<PlanAnswer, { readonly failed: true }>;

const notCarriedOut = 125;
const notFound = 127;

const planFile = process.argv[2];
if (planFile === undefined) endWithMessage("usage: node driver.js PLAN.json");
const plan = JSON.parse(readFileSync(planFile, "utf8")) as DriverPlan;
const results = [plan.capture, plan.moments?.capture];
for (const path of [...results, plan.answer]) if (path !== undefined) rmSync(path, { force: true });
run(pythonCommand(planFile, plan.command));

function run([program, ...words]: readonly string[]): void {
  // By its number a parent is noticed, too, that ended before Python began.
  const env = { ...process.env, CULPRIT_STATE_PARENT: String(process.pid) };
  const child = spawn(program!, words, { stdio: "inherit", env });
  child.on("error", (error) => fail("cannot-start", `cannot start ${program}: ${error.message}`));
  child.on("exit", (code, signal) => {
    const isResultMissing = results.some((path) => path !== undefined && !existsSync(path));
    if (isResultMissing && code !== notCarriedOut) answerForPython(code);
    if (signal === null) process.exit(code);
    endBySignal(signal);
  });
}

/** Python wrote no result, and did not say why. */
function answerForPython(code: number | null): never {
  if (code === notFound)
    fail("cannot-start", `${plan.command[0]} was not found: install Python 3.8 or later (apt-get install python3)`);
  // Our code answers as soon as it is loaded.
  if (plan.answer !== undefined && existsSync(plan.answer))
    endWithMessage("the program ended before it reached the place");
  fail("not-loaded", "culprit's code was not loaded: the command starts no Python, or starts it with -I, -E or -S");
}

function fail(why: FailedPlan["why"], reason: string): never {
  writePlanAnswer(plan.answer, { failed: true, why, reason });
  endWithMessage(reason);
}

function endWithMessage(message: string): never {
  process.stderr.write(`culprit: ${message}\n`);
  process.exit(notCarriedOut);
}
