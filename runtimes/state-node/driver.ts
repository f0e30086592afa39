/**
 * `node driver.js PLAN.json` runs a Node program by a plan and ends as the program did. The program's own process carries out the
 * plan (`run-plan.ts`); this process starts it, and answers for it when it has ended.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { DriverPlan } from "../protocol/state.ts";
import { endDriverAs, endDriverWithMessage } from "../shared/driver-end.ts";
import { endBySignal } from "../shared/end-by-signal.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";
import { launchNode } from "./launch.ts";
import { removeNotes } from "./notes/program-notes.ts";
import { startWatchdog } from "./watchdog.ts";

if (process.argv[2] === undefined) endDriverWithMessage("usage: node driver.js PLAN.json");
const planFile = resolve(process.argv[2]);
const plan = readPlan();
/** The signal that this process was asked to end by. */
let endingSignal: NodeJS.Signals | undefined;
for (const path of [plan.capture, plan.moments?.capture, plan.refused, plan.answer])
  if (path !== undefined) rmSync(path, { force: true });
removeNotes(planFile);
startProgram(plan.command);

function readPlan(): DriverPlan {
  try {
    return JSON.parse(readFileSync(planFile, "utf8"));
  } catch (error) {
    return endDriverWithMessage(`cannot read the plan ${planFile}: ${(error as Error).message}`);
  }
}

function startProgram([program = "", ...words]: readonly string[]): void {
  const launch = launchNode(planFile, plan);
  const child = spawn(program, words, { stdio: "inherit", env: { ...process.env, ...launch.environment } });
  child.on("error", (error) => {
    const reason = `cannot start ${program}: ${error.message}`;
    writePlanAnswer(plan.answer, { failed: true, why: "cannot-start", reason });
    endDriverWithMessage(reason);
  });
  const watchdog = startWatchdog(child);
  child.on("exit", (code, signal) => {
    watchdog?.kill("SIGKILL");
    const end = launch.end({ exit: code ?? undefined, signal: signal ?? undefined });
    if (endingSignal) endBySignal(endingSignal);
    else endDriverAs(end);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      endingSignal = signal;
      child.kill(signal);
    });
  }
}
