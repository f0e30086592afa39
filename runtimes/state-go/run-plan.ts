import { writeFileSync, writeSync } from "node:fs";
import { constants } from "node:os";
import type { RunEnd } from "../protocol/run-end.ts";
import type { DriverPlan, StopPlace } from "../protocol/state.ts";
import { missedHits } from "../shared/missed-place.ts";
import { writePlanAnswer } from "../shared/plan-answer.ts";
import { ImpossibleChange } from "../shared/plan-errors.ts";
import { makeChanges } from "./changes/make-changes.ts";
import type { State } from "./delve/api.ts";
import type { Delve } from "./delve/delve.ts";
import { ownFrames, type Snapshot, takeSnapshot } from "./memory/snapshot.ts";
import { CodePlaces } from "./places/code-places.ts";
import { MomentsWatcher } from "./places/moments-watcher.ts";
import { findOwnCode, type OwnCode } from "./program/own-code.ts";

const standardOutput = 1;

/** Carries out a plan with a program that stands before its first instruction. */
export async function runPlan(delve: Delve, plan: DriverPlan): Promise<RunEnd> {
  await letCrash(delve);
  const { place, moments } = plan;
  if (!place && !moments) {
    writePlanAnswer(plan.answer, { reached: true });
    return endOf(await runToEnd(delve));
  }
  const own = await findOwnCode(delve, plan.command[0] ?? "", plan.root);
  const places = new CodePlaces(delve, own);
  if (moments) return watchCall(delve, own, places, plan);
  await runToPlace(delve, places, place!);
  await carryOutAtPlace(delve, own, plan);
  writePlanAnswer(plan.answer, { reached: true });
  return plan.stop ? { exit: 0 } : endOf(await runToEnd(delve));
}

/** The rest of the run is not watched. Where there was no such call, the run ends as ever. */
async function watchCall(delve: Delve, own: OwnCode, places: CodePlaces, plan: DriverPlan): Promise<RunEnd> {
  const { state, missed } = await new MomentsWatcher(delve, own, plan.moments!).watch(places);
  writePlanAnswer(plan.answer, missed?.answer ?? { reached: true });
  return endOf(state.exited ? state : await runToEnd(delve));
}

/** delve stops where a program panics; here it ends as it does by itself. */
async function letCrash(delve: Delve): Promise<void> {
  for (const { id } of await delve.breakpoints()) await delve.removeBreakpoint(id);
}

async function runToPlace(delve: Delve, places: CodePlaces, place: StopPlace): Promise<void> {
  const addrs = await places.addressesOf(place);
  const { id } = await delve.addBreakpoint({ addrs, HitCond: `== ${place.hit}` });
  const state = await delve.continue();
  if (state.exited) {
    const found = (await delve.breakpoints()).find((each) => each.id === id);
    throw missedHits(place, found?.totalHitCount ?? 0);
  }
  await delve.removeBreakpoint(id);
}

async function carryOutAtPlace(delve: Delve, own: OwnCode, plan: DriverPlan): Promise<void> {
  const { mark, capture, changes = [] } = plan;
  // Go hands to the system at once what it prints; other buffers are variables of the program.
  if (mark !== undefined) writeSync(standardOutput, `${mark}0;`);
  let taken: Promise<Snapshot> | undefined;
  const snapshot = () => {
    taken ??= takeSnapshot(delve, own, plan);
    return taken;
  };
  if (capture !== undefined) writeFileSync(capture, JSON.stringify((await snapshot()).graph));
  if (changes.length === 0) return;
  const memory = { frames: await ownFrames(delve, own), snapshot };
  const refused = await makeChanges(delve, memory, changes);
  if (plan.refused !== undefined) writeFileSync(plan.refused, JSON.stringify(refused));
  else if (refused[0]) throw new ImpossibleChange(refused[0].reason);
}

async function runToEnd(delve: Delve): Promise<State> {
  let state = await delve.continue();
  while (!state.exited) state = await delve.continue();
  return state;
}

function endOf({ exitStatus = 0 }: State): RunEnd {
  return exitStatus < 0 ? { signal: signalName(-exitStatus) } : { exit: exitStatus };
}

function signalName(number: number): string {
  return Object.entries(constants.signals).find(([, each]) => each === number)?.[0] ?? "SIGKILL";
}
