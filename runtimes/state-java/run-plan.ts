import { writeFileSync, writeSync } from "node:fs";
import type { RunEnd } from "../protocol/run-end.ts";
import type { DriverPlan } from "../protocol/state.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";
import { ImpossibleChange, MissedPlace, PlanFailure } from "../shared/plan-errors.ts";
import { makeChanges } from "./changes/make-changes.ts";
import { MachineEnded } from "./jdwp/connection.ts";
import { Machine } from "./jdwp/machine.ts";
import { ObjectReader } from "./memory/object-reader.ts";
import { type Snapshot, type StoppedProgram, takeSnapshot } from "./memory/snapshot.ts";
import { StoppedThread } from "./memory/stopped-thread.ts";
import { MomentsWatcher } from "./places/moments-watcher.ts";
import { runToPlace } from "./places/run-to-place.ts";
import type { DebuggedProcess } from "./program/java-process.ts";
import { OwnClasses } from "./program/own-classes.ts";
import { RunningProgram } from "./program/running-program.ts";
import { SourceFiles } from "./program/source-files.ts";

const standardOutput = 1;

/** Carries out a plan with a place, or with moments, with a program that stands before its first instruction. */
export async function runPlan(process: DebuggedProcess, plan: DriverPlan, root: string): Promise<RunEnd> {
  const machine = new Machine(process.connection);
  if (!(await machine.hasLongIds())) throw new PlanFailure("no-debugger", "this version of Java is not supported");
  const program = new RunningProgram(machine, new OwnClasses(machine, new SourceFiles(root)));
  await program.start();
  if (plan.moments) return watchCall(process, program, plan);
  const { arrivals } = await runToPlace(program, plan.place!);
  const reader = new ObjectReader(machine);
  const thread = new StoppedThread(machine, program.own, arrivals[0].thread);
  await carryOutAtPlace({ machine, own: program.own, thread, reader }, plan);
  writePlanAnswer(plan.answer, { reached: true });
  if (plan.stop) return { exit: 0 };
  await machine.dispose();
  return process.ended;
}

/** The rest of the run is not watched. Where there was no such call, the run ends as ever. */
async function watchCall(process: DebuggedProcess, program: RunningProgram, plan: DriverPlan): Promise<RunEnd> {
  const { hasEnded, missed } = await new MomentsWatcher(program, plan.moments!).watch();
  if (missed && !(missed instanceof MissedPlace)) throw missed;
  writePlanAnswer(plan.answer, missed?.answer ?? { reached: true });
  if (!hasEnded) await program.machine.dispose().catch(unlessEnded);
  return process.ended;
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof MachineEnded)) throw error;
}

async function carryOutAtPlace(program: StoppedProgram, plan: DriverPlan): Promise<void> {
  const { mark, capture, changes = [] } = plan;
  // `System.out` hands to the system at once what it prints; other buffers are objects of the program.
  if (mark !== undefined) writeSync(standardOutput, `${mark}0;`);
  let taken: Promise<Snapshot> | undefined;
  const snapshot = () => {
    taken ??= takeSnapshot(program, plan);
    return taken;
  };
  if (capture !== undefined) writeFileSync(capture, JSON.stringify((await snapshot()).graph));
  if (changes.length === 0) return;
  const refused = await makeChanges(program, changes, snapshot);
  if (plan.refused !== undefined) writeFileSync(plan.refused, JSON.stringify(refused));
  else if (refused[0]) throw new ImpossibleChange(refused[0].reason);
}
