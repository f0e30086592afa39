/**
 * `node driver.js PLAN.json [ENDING]` runs a Java program by a plan, and ends as the program did. ENDING is a file for how that was
 * (`RunEnd`).
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { RunEnd } from "../protocol/run-end.ts";
import type { DriverPlan } from "../protocol/state.ts";
import { answerForError } from "../shared/driver-answer.ts";
import { endDriverAs, endDriverWithMessage } from "../shared/driver-end.ts";
import { killWithDriver } from "../shared/kill-with-driver.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";
import { type JavaProcess, startDebugged, startJava } from "./program/java-process.ts";
import { runPlan } from "./run-plan.ts";

const [planPath, endingFile] = process.argv.slice(2);
if (planPath === undefined) endDriverWithMessage("usage: node driver.js PLAN.json");
const plan: DriverPlan = JSON.parse(readFileSync(resolve(planPath), "utf8"));
for (const path of [plan.capture, plan.moments?.capture, plan.refused, plan.answer])
  if (path !== undefined) rmSync(path, { force: true });
const end = await carryOut();
if (endingFile !== undefined) writeFileSync(endingFile, JSON.stringify(end));
endDriverAs(end);

async function carryOut(): Promise<RunEnd> {
  let started: JavaProcess | undefined;
  const remember = (javaProcess: JavaProcess) => {
    started = javaProcess;
    killWithDriver(javaProcess);
  };
  try {
    if (!plan.place && !plan.moments) {
      const program = startJava(plan.command);
      remember(program);
      const ended = await program.ended;
      writePlanAnswer(plan.answer, { reached: true });
      return ended;
    }
    return await runPlan(await startDebugged(plan.command, remember), plan, plan.root ?? process.cwd());
  } catch (error) {
    const answer = answerForError(error as Error, "the debugger of Java");
    writePlanAnswer(plan.answer, answer);
    return { message: "failed" in answer ? answer.reason : (error as Error).message };
  } finally {
    await started?.close();
  }
}
