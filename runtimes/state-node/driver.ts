/**
 * `node driver.js PLAN.json` runs a Node program by a plan and ends as the program did. The program's own process carries out the
 * plan (`run-plan.ts`); this process starts it, and answers for it when it has ended.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { DriverPlan } from "../protocol/state.ts";
import { endBySignal } from "../shared/end-by-signal.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";
import { missedPlaceAnswer, missedPlaceMessage } from "./answers/missed-place.ts";
import { type Assignment, assignmentVariable } from "./assignment.ts";
import { takeLongestList } from "./notes/process-lists.ts";
import { type FailedPlan, type RunNotes, readNotes, removeNotes } from "./notes/program-notes.ts";
import { startWatchdog } from "./watchdog.ts";

const notCarriedOut = 125;

if (process.argv[2] === undefined) endWithMessage("usage: node driver.js PLAN.json");
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
    return endWithMessage(`cannot read the plan ${planFile}: ${(error as Error).message}`);
  }
}

function startProgram([program = "", ...words]: readonly string[]): void {
  const child = spawn(program, words, { stdio: "inherit", env: environment() });
  child.on("error", (error) => fail("cannot-start", `cannot start ${program}: ${error.message}`));
  const watchdog = startWatchdog(child);
  child.on("exit", (code, signal) => {
    watchdog?.kill("SIGKILL");
    const notes = readNotes(planFile);
    removeNotes(planFile);
    if (endingSignal) endBySignal(endingSignal);
    else finish(notes, code, signal);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      endingSignal = signal;
      child.kill(signal);
    });
  }
}

function environment(): NodeJS.ProcessEnv {
  if (!plan.place && !plan.moments) return process.env;
  const before = process.env.NODE_OPTIONS;
  const assignment: Assignment = { planFile, ...(before === undefined ? {} : { nodeOptions: before }) };
  const preload = pathToFileURL(resolve(import.meta.dirname, "preload.js")).href;
  return {
    ...process.env,
    NODE_OPTIONS: `${before ? `${before} ` : ""}--import=${preload}`,
    [assignmentVariable]: JSON.stringify(assignment),
  };
}

function finish(run: RunNotes, code: number | null, signal: NodeJS.Signals | null): void {
  const failure = run.notes.find((each) => each.note === "failed");
  if (failure) fail(failure.why, failure.reason);
  const place = plan.place ?? plan.moments;
  if (place && !run.isReached) {
    const answer = missedPlaceAnswer(plan, run);
    writePlanAnswer(plan.answer, answer);
    endWithMessage(missedPlaceMessage(place, answer));
  }
  if (plan.moments) writeFileSync(plan.moments.capture, JSON.stringify(takeLongestList(plan.moments.capture)));
  writePlanAnswer(plan.answer, { reached: true });
  if (run.notes.some(({ note }) => note === "stopped")) process.exit(0);
  if (signal) endBySignal(signal);
  else process.exitCode = code ?? notCarriedOut;
}

function fail(why: FailedPlan["why"], reason: string): never {
  writePlanAnswer(plan.answer, { failed: true, why, reason });
  endWithMessage(reason);
}

function endWithMessage(message: string): never {
  process.stderr.write(`culprit: ${message}\n`);
  process.exit(notCarriedOut);
}
