/** Which breakpoints a plan needs in a script, and what they ask when they are reached. */

import type { Plan } from "../protocol.ts";
import { Entries, type Stop } from "./entries.ts";
import type { Inspector } from "./inspector.ts";
import type { OwnFiles } from "./own-files.ts";
import type { Report } from "./records.ts";
import type { Script } from "./script.ts";

export type StopsIn = (script: Script) => Stop[];

export interface Tools {
  readonly inspector: Inspector;
  readonly report: Report;
  readonly own: OwnFiles;
}

/** Stops at the place of a plan. */
export function stopsAtPlace(place: NonNullable<Plan["place"]>, { inspector, report }: Tools): StopsIn {
  let hits = 0;
  const reached = inspector.hook("reached", () => ++hits === place.hit && report.claim());
  const entries = new Entries(inspector);
  return (script) => {
    if (place.function !== undefined) {
      const functions = script.functionsCalled(place.function, place.file);
      return functions.flatMap((each) => entries.of(script, each, `${reached}()`));
    }
    const point = script.pointOfLine(place);
    return point ? [{ point, condition: `${reached}()` }] : [];
  };
}
