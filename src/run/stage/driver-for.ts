import { lookAhead } from "../../drive/look-ahead.ts";
import { sequential } from "../../drive/sequential.ts";
import type { Driver } from "../../drive/walk.ts";
import { worldsAhead } from "../../trial/laboratory.ts";
import { isWorldMadeAhead, minProbability } from "./expected-cost.ts";

export interface DriverConditions {
  /** Number of tests at a time. */
  readonly jobs: number;
  /** Of one test. */
  readonly milliseconds: number;
  /** The tests run on other machines, so that one ahead of need takes nothing from the one that is needed. */
  readonly isElsewhere: boolean;
}

/** On other machines, a trial is started ahead from this probability on: below it, up to 100 of them gain little from many more trials. */
const demandedElsewhere = 0.01;

/** Walks ahead as far as the cost of a trial allows. */
export function driverFor({ jobs, milliseconds, isElsewhere }: DriverConditions): Driver {
  if (jobs === 1) return sequential;
  // A world that is made ahead waits here, but would run there.
  const ahead = !isElsewhere && isWorldMadeAhead(milliseconds) ? worldsAhead : 0;
  const demanded = minProbability(milliseconds);
  return lookAhead(jobs + ahead, { minProbability: isElsewhere ? Math.min(demanded, demandedElsewhere) : demanded });
}
