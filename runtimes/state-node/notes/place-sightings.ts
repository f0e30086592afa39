import type { StopPlace } from "../../protocol/state.ts";
import type { Script } from "../scripts/script.ts";
import type { ProgramNotes } from "./program-notes.ts";

/** Notes what is seen of a place, in case the program never reaches it. */
export class PlaceSightings {
  readonly #place: StopPlace;
  readonly #notes: ProgramNotes;
  #isFound = false;

  constructor(place: StopPlace, notes: ProgramNotes) {
    this.#place = place;
    this.#notes = notes;
  }

  /** The place is in the program. */
  found(): void {
    if (this.#isFound) return;
    this.#isFound = true;
    this.#notes.countHits(0);
  }

  reached(hits: number): void {
    this.#notes.countHits(hits);
  }

  /** The debugger cannot stop at the place in this script. */
  noBreakpointIn(script: Script): void {
    if (this.#isFound) return;
    if (script.hasDeadFunctionAt(this.#place)) this.found();
    else this.#noteCandidates(script);
  }

  #noteCandidates(script: Script): void {
    const places = candidatesIn(script, this.#place);
    if (places.length > 0) this.#notes.add({ note: "candidates", places });
  }
}

/** The functions of the script, or its line nearest to the place. */
function candidatesIn(script: Script, { function: name, file, line }: StopPlace): string[] {
  if (name !== undefined) return script.ownFunctions.map((each) => script.functionName(each));
  if (line === undefined) return [];
  const nearest = script.nearestLine({ ...(file === undefined ? {} : { file }), line });
  return nearest === undefined ? [] : [`${file}:${nearest}`];
}
