import type { StopPlace } from "../../protocol/state.ts";
import { absentPlace, missedHits } from "../../shared/missed-place.ts";
import { PlanFailure } from "../../shared/plan-errors.ts";
import { suspendPolicies } from "../jdwp/events.ts";
import type { OwnClasses } from "../program/own-classes.ts";
import type { RunningProgram, Stop } from "../program/running-program.ts";
import { ArrivalFilter, watchedAt } from "./arrival-filter.ts";
import { isFile, locationsIn, type Place, type WatchedLocation } from "./place-locations.ts";

/** Runs the program to a place, where all of its threads stand still. Throws if it does not come there. */
export async function runToPlace(program: RunningProgram, place: StopPlace): Promise<Stop> {
  const { machine } = program;
  const watched = new Map<number, WatchedLocation>();
  const filter = new ArrivalFilter();
  let hits = 0;
  program.onClass = async (loaded) => {
    for (const each of await locationsIn(machine, loaded, place)) {
      const suspends = each.role === "hit" ? suspendPolicies.all : suspendPolicies.none;
      watched.set(await machine.requests.breakpoint(each.location, suspends), each);
    }
  };
  for (let stop = await program.next(); stop; stop = await program.next()) {
    const [arrival] = stop.arrivals;
    const isReached = watchedAt(stop.arrivals, watched).filter((each) => filter.isHit(each, arrival)).length > 0;
    if (isReached && ++hits === place.hit) {
      await machine.requests.clearAllBreakpoints();
      return stop;
    }
    program.resume(stop);
  }
  if (watched.size > 0) throw missedHits(place, hits);
  throw await noSuchPlace(program, place);
}

/** The place is in none of the classes that were loaded. */
export async function noSuchPlace({ own }: RunningProgram, place: Place): Promise<Error> {
  if (own.all.length === 0) return new PlanFailure("not-loaded", nothingOwn(own.sources.root));
  return absentPlace(
    place,
    place.line === undefined ? own.methods.map(({ name }) => name) : await nextLine(own, place),
  );
}

/** The first line with code after the one that was named. What was loaded is known, even if the program has ended. */
async function nextLine(own: OwnClasses, { file = "", line = 0 }: Place): Promise<string[]> {
  const methods = own.methods.filter(({ owner }) => isFile(owner.file, file));
  const lines = await Promise.all(methods.map((method) => method.knownLines()));
  const next = Math.min(...lines.flat().filter((each) => each > line));
  return Number.isFinite(next) ? [`${file}:${next}`] : [];
}

function nothingOwn(root: string): string {
  return `no class that the program loaded has its source file under ${root}: start culprit in the folder of the sources, and compile them with javac -g`;
}
