import type { Lanes, RuntimeName } from "../request.ts";
import type { Place } from "./place.ts";

/** A runtime, which makes programs of one kind follow a schedule. */
export interface ScheduleRuntime {
  readonly name: RuntimeName;
  readonly lanes: Lanes;
  /** A sentence about programs without yield points before their memory accesses; empty: that makes no difference. */
  readonly advice: string;
  /** The variables that make a program follow a plan and write a log; undefined: not to be set. */
  readonly environment: (plan: string, log: string) => Readonly<Record<string, string | undefined>>;
  /** Finds the places in the sources that the places in a log stand for, in the same order. */
  readonly findPlaces: (logged: readonly string[]) => Promise<readonly Place[]>;
}
