/** Which breakpoints a plan needs in a script, and what they ask when they are reached. */

import type { Plan } from "../protocol.ts";
import { Entries, type Stop } from "./entries.ts";
import type { Inspector } from "./inspector.ts";
import type { FunctionAt } from "./outline.ts";
import type { OwnFiles } from "./own-files.ts";
import { Records, type Report } from "./records.ts";
import type { Script } from "./script.ts";
import { callSites } from "./stack.ts";

export type StopsIn = (script: Script) => Stop[];

interface Tools {
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

const defaultLimit = 10_000;

/** Never stops: writes down every entry to a function. */
export function traceOf(path: string, limit = defaultLimit, { inspector, report, own }: Tools): StopsIn {
  const functions: object[] = [];
  const trace = new Records(path);
  const entries = new Entries(inspector);
  let length = 0;
  const isOwn = remembering((file) => own.pathOf(file) !== undefined);
  const entered = inspector.hook("entered", (number: number) => {
    if (++length >= limit) inspector.ignoreStops();
    if (length > limit || !report.claim()) return false;
    const depth = callSites().filter((site) => isOwn(site.getFileName() ?? "")).length;
    trace.add({ ...functions[number], depth });
    return false;
  });
  return (script) =>
    script.outline.functions.flatMap((each) => {
      const number = functions.push({ function: script.nameOf(each), ...script.written(each.start) }) - 1;
      return entries.of(script, each, `${entered}(${number})`);
    });
}

/**
 * Never stops: writes down the lines of one call of a function. A call is known by how deep its frame lies; one that waits comes
 * back at another depth, so all lines are taken for those of the last call of such a function.
 */
export function linesOf(lines: NonNullable<Plan["moments"]>, { inspector, report }: Tools): StopsIn {
  const places: { readonly file: string; readonly line: number; hit: number }[] = [];
  const sequence = new Records(lines.capture);
  let calls = 0;
  let depth: number | undefined;
  const called = inspector.hook("called", (sync: boolean) => {
    const here = callSites().length;
    if (++calls === lines.hit && report.claim()) depth = sync ? here : Number.NaN;
    else if (depth !== undefined && !(here > depth)) {
      depth = undefined;
      inspector.ignoreStops();
    }
    return false;
  });
  const passed = inspector.hook("passed", (number: number) => {
    const place = places[number]!;
    place.hit++;
    if (depth !== undefined && (Number.isNaN(depth) || callSites().length === depth)) sequence.add(place);
    return false;
  });
  const entries = new Entries(inspector);
  const stopsIn = (script: Script, each: FunctionAt): Stop[] => {
    const linesOfIt = script.linesOf(each).map(({ point, written }) => {
      const number = places.push({ ...written, hit: 0 }) - 1;
      return { point, condition: `${passed}(${number})` };
    });
    return [...entries.of(script, each, `${called}(${each.sync})`), ...linesOfIt];
  };
  return (script) => script.functionsCalled(lines.function ?? "").flatMap((each) => stopsIn(script, each));
}

function remembering(is: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const answer = known.get(name) ?? is(name);
    known.set(name, answer);
    return answer;
  };
}
