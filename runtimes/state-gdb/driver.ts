/**
 * `node driver.js PLAN.json` runs a C or C++ program by a plan and ends as the program did. gdb carries out the plan
 * (`python/culprit_gdb`); this process only answers for it where it could not.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { resolve } from "node:path";
import type { DriverPlan, PlanAnswer } from "../protocol/state.ts";
import { endBySignal } from "../shared/end-by-signal.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";
import { gdbCommand } from "./gdb-command.ts";

type FailedPlan = Extract<PlanAnswer, { readonly failed: true }>;

/** How the program ended; or why the plan could not be carried out, which gdb has already answered to the tool. */
type Ending = { readonly exit: number } | { readonly signal: number } | { readonly message: string };

const notCarriedOut = 125;
/** The file descriptor on which gdb writes the ending. */
const endingStream = 6;

if (process.argv[2] === undefined) endWithMessage("usage: node driver.js PLAN.json");
const planFile = resolve(process.argv[2]);
const plan = JSON.parse(readFileSync(planFile, "utf8")) as DriverPlan;
for (const path of [plan.capture, plan.moments?.capture, plan.answer])
  if (path !== undefined) rmSync(path, { force: true });
endAs(runGdb());

function runGdb(): Ending {
  const { words, env } = gdbCommand(planFile);
  const [gdb, ...rest] = words;
  const { error, output, signal, stderr } = spawnSync(gdb!, rest, {
    stdio: ["ignore", "ignore", "pipe", 0, 1, 2, "pipe"],
    env,
    maxBuffer: 64 * 1024 * 1024,
    encoding: "utf8",
  });
  if (error && (error as NodeJS.ErrnoException).code === "ENOENT")
    fail("no-debugger", "C and C++ programs need gdb, which is not installed: apt-get install gdb");
  if (error) fail("other", error.message);
  const ending = output[endingStream] ?? "";
  if (ending !== "") return JSON.parse(ending) as Ending;
  if (signal !== null) fail("other", `gdb was killed (${signal})`);
  return fail("other", `gdb failed: ${stderr.trim().replaceAll(/\s+/g, " ")}`);
}

function endAs(ending: Ending): void {
  if ("exit" in ending) process.exit(ending.exit);
  if ("message" in ending) endWithMessage(ending.message);
  const names = Object.entries(constants.signals).find(([, number]) => number === ending.signal);
  endBySignal((names?.[0] ?? "SIGKILL") as NodeJS.Signals);
}

function fail(why: FailedPlan["why"], reason: string): never {
  writePlanAnswer(plan.answer, { failed: true, why, reason });
  endWithMessage(reason);
}

function endWithMessage(message: string): never {
  process.stderr.write(`culprit: ${message}\n`);
  process.exit(notCarriedOut);
}
