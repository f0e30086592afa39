/** Which breakpoints a plan needs in a script, and what they ask when they are reached. */

import type { DriverPlan } from "../protocol/state.ts";
import { Entries, type Stop } from "./entries.ts";
import type { Inspector } from "./inspector.ts";
import type { OwnFiles } from "./own-files.ts";
import type { Report } from "./records.ts";
import type { Script } from "./script.ts";
import { Sightings } from "./sightings.ts";

export type StopsIn = (script: Script) => Stop[];

export interface Tools {
  readonly inspector: Inspector;
  readonly report: Report;
  readonly own: OwnFiles;
  readonly planPath: string;
}

/** Stops at the place of a plan. */
export function stopsAtPlace(
  place: NonNullable<DriverPlan["place"]>,
  { inspector, report, own, planPath }: Tools,
): StopsIn {
  let hits = 0;
  const sightings = new Sightings(place, planPath);
  const reached = inspector.hook("reached", () => {
    if (++hits < place.hit) sightings.reached(hits);
    return hits === place.hit && report.claim();
  });
  const entries = new Entries(inspector, own);
  const stopsIn = (script: Script): Stop[] => {
    if (place.function !== undefined) {
      const functions = script.functionsCalled(place.function, place.file);
      return functions.flatMap((each) => entries.of(script, each, `${reached}()`));
    }
    const point = script.pointOfLine(place);
    return point ? [{ point, condition: `${reached}()` }] : [];
  };
  return (script) => {
    const stops = stopsIn(script);
    if (stops.length > 0) sightings.found();
    else sightings.notIn(script);
    return stops;
  };
}
