import { count, duration } from "../../report/quantity.ts";
import type { EndsEvent } from "../record/events.ts";

/** Milliseconds above which a search is announced with what it will cost. */
const longSearch = 30_000;

/** What a search of a run will take. */
export interface ExpectedSearch {
  /** If each test halves what is left; otherwise there may be more. */
  readonly tests: number;
  readonly atLeast: boolean;
  /** Of one test, with its build. */
  readonly milliseconds: number;
  readonly jobs: number;
}

/** A sentence on what a long search will cost; undefined if it is short. */
export function costNote({ tests, atLeast, milliseconds, jobs }: ExpectedSearch): string | undefined {
  const time = (tests * milliseconds) / answersPerRound(jobs);
  if (time < longSearch) return undefined;
  const on = jobs === 1 ? "one at a time" : `${count(jobs)} at a time`;
  const how = atLeast ? "at least" : "about";
  return `Expecting ${how} ${count(tests)} tests of ${duration(milliseconds)} each, ${on}: ${how} ${duration(time)}.`;
}

/**
 * How many answers of a bisection each round of tests gives. With two jobs, the second tests one of the two questions that
 * may come next, and is right every other time; the third tests the other one, the next four those after them.
 */
export function answersPerRound(jobs: number): number {
  const levels = Math.floor(Math.log2(jobs + 1));
  return levels + (jobs - (2 ** levels - 1)) / 2 ** levels;
}

/** How long a test takes, in milliseconds, by the slower end. */
export function trialCost({ failing, other }: Pick<EndsEvent, "failing" | "other">): number {
  return Math.max(failing.milliseconds / failing.runs, other.milliseconds / other.runs);
}

/** No trial has to be more probable than this to be started ahead: half of those after the next answer are needed. */
const maxDemanded = 0.2;
/** Milliseconds of a test for each percent of probability. */
const perPercent = 1000;

/**
 * How probably a trial must be needed to be worth starting ahead: short tests always are, but a build of minutes that is
 * thrown away takes cores, memory and time from the one that is needed.
 */
export function minProbability(milliseconds: number): number {
  return Math.min(maxDemanded, milliseconds / perPercent / 100);
}

/** Milliseconds from which on a test takes so long that making the next world first is no loss. */
const slowTest = 10_000;

/** Whether the world of one more trial is made ahead, so that it begins the moment another one ends: even one that is not needed. */
export function isWorldMadeAhead(milliseconds: number): boolean {
  return milliseconds < slowTest;
}
