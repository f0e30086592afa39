/**
 * `node driver.js PLAN.json [DELVE ENDING]` runs a Go program by a plan, under delve, and ends as the program did. ENDING is a file for
 * how that was (`RunEnd`).
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { RunEnd } from "../protocol/run-end.ts";
import type { DriverPlan } from "../protocol/state.ts";
import { answerForError } from "../shared/driver-answer.ts";
import { endDriverAs, endDriverWithMessage } from "../shared/driver-end.ts";
import { killWithDriver } from "../shared/kill-with-driver.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";
import { PlanFailure } from "../shared/plan-errors.ts";
import { Delve } from "./delve/delve.ts";
import { findDelve } from "./delve/find-delve.ts";
import { type DelveSession, startDelve } from "./delve/session.ts";
import { runPlan } from "./run-plan.ts";

const noDelve =
  "Go programs need delve, and there is no dlv on PATH or where go install puts it: go install github.com/go-delve/delve/cmd/dlv@latest";
const [planPath, givenDelve = findDelve(), endingFile] = process.argv.slice(2);
if (planPath === undefined) endDriverWithMessage("usage: node driver.js PLAN.json");
const planFile = resolve(planPath);
const plan: DriverPlan = JSON.parse(readFileSync(planFile, "utf8"));
for (const path of [plan.capture, plan.moments?.capture, plan.refused, plan.answer])
  if (path !== undefined) rmSync(path, { force: true });
const end = await carryOut(givenDelve);
if (endingFile !== undefined) writeFileSync(endingFile, JSON.stringify(end));
endDriverAs(end);

async function carryOut(delve: string | undefined): Promise<RunEnd> {
  let session: DelveSession | undefined;
  try {
    if (!delve) throw new PlanFailure("no-debugger", noDelve);
    session = await startDelve(delve, plan.command, planFile);
    killWithDriver(session);
    return await runPlan(new Delve(session.connection), plan);
  } catch (error) {
    const answer = answerForError(error as Error, "delve");
    writePlanAnswer(plan.answer, answer);
    return { message: "failed" in answer ? answer.reason : (error as Error).message };
  } finally {
    await session?.close();
  }
}
