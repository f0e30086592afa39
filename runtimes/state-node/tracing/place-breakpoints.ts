import type { StopPlace } from "../../protocol/state.ts";
import { PlaceSightings } from "../notes/place-sightings.ts";
import type { Script } from "../scripts/script.ts";
import type { Breakpoint, BreakpointsIn, TracingTools } from "./breakpoint.ts";
import { FunctionEntries } from "./function-entries.ts";

/** Breakpoints that stop at a place. */
export function placeBreakpoints(place: StopPlace, { inspector, notes, own }: TracingTools): BreakpointsIn {
  let hits = 0;
  const sightings = new PlaceSightings(place, notes);
  const reached = inspector.expose("reachedPlace", () => {
    if (++hits < place.hit) sightings.reached(hits);
    return hits === place.hit && notes.claim();
  });
  const entries = new FunctionEntries(inspector, own);
  const breakpointsIn = (script: Script): Breakpoint[] => {
    if (place.function !== undefined) {
      const functions = script.functionsNamed(place.function, place.file);
      return functions.flatMap((each) => entries.breakpoints(script, each, `${reached}()`));
    }
    const point = script.pointOfLine(place);
    return point ? [{ point, condition: `${reached}()` }] : [];
  };
  return (script) => {
    const breakpoints = breakpointsIn(script);
    if (breakpoints.length > 0) sightings.found();
    else sightings.noBreakpointIn(script);
    return breakpoints;
  };
}
