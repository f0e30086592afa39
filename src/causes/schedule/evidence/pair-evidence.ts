import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { scheduleText } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { LaneWait } from "../../../../runtimes/protocol/schedule-wait.ts";
import { writeFileAtomically } from "../../../world/files/write-atomically.ts";
import { type ControlledProgram, obtainLog, planFor, type SchedulePair } from "../control/controlled-program.ts";
import type { Place } from "../control/place.ts";
import type { ScheduleRuntime } from "../control/schedule-runtime.ts";
import type { Interleaving } from "../finding.ts";
import { interleavingOf } from "./interleaving.ts";

/** What a report shows of a failing and a passing schedule. */
export interface PairEvidence {
  /** The files with the schedules. */
  readonly files: Readonly<Record<keyof SchedulePair, string>>;
  readonly interleavings: Readonly<Record<keyof SchedulePair, Interleaving>>;
  /** If the failing run had to be ended: what each of its lanes waited for. */
  readonly waits: readonly LocatedWait[];
}

export interface LocatedWait {
  readonly wait: LaneWait;
  readonly place: Place;
}

/** Writes both schedules to files, and runs them where they have not been run, to see who ran when. */
export async function collectPairEvidence(program: ControlledProgram, pair: SchedulePair): Promise<PairEvidence> {
  const { runtime } = program;
  const failing = await obtainLog(program, planFor(program, pair.failing));
  const passing = await obtainLog(program, planFor(program, pair.passing));
  return {
    files: writeSchedules(program, pair),
    interleavings: {
      failing: await interleavingOf(runtime, failing),
      passing: await interleavingOf(runtime, passing),
    },
    waits: await locateWaits(runtime, failing?.waits ?? []),
  };
}

function writeSchedules({ run, request }: ControlledProgram, pair: SchedulePair): PairEvidence["files"] {
  const pathOf = (name: string) =>
    request.output === undefined ? run.record.prepareOutputPath(name) : join(request.output, name);
  const files = { failing: pathOf("failing.schedule"), passing: pathOf("passing.schedule") };
  for (const which of ["failing", "passing"] as const) {
    mkdirSync(dirname(files[which]), { recursive: true });
    writeFileAtomically(files[which], `${scheduleText(pair[which])}\n`);
  }
  return files;
}

export async function locateWaits({ findPlaces }: ScheduleRuntime, waits: readonly LaneWait[]): Promise<LocatedWait[]> {
  const places = await findPlaces(waits.map(({ where }) => where));
  return waits.map((wait, i) => ({ wait, place: places[i]! }));
}
