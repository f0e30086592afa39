import { openSync, writeSync } from "node:fs";
import type { StopPlace } from "../protocol/state.ts";
import { isNear } from "../shared/near-word.ts";
import { nearBeside, timesBeside } from "./mission.ts";
import { Records } from "./records.ts";
import type { Script } from "./script.ts";

/** Keeps on disk what is seen of a place, for the case that it is never reached: it is there however the program ends. */
export class Sightings {
  readonly #place: StopPlace;
  readonly #times: string;
  readonly #near: Records;
  #file: number | undefined;

  constructor(place: StopPlace, plan: string) {
    this.#place = place;
    this.#times = timesBeside(plan);
    this.#near = new Records(nearBeside(plan));
  }

  /** The place is in the program. */
  found(): void {
    if (this.#file === undefined) this.reached(0);
  }

  reached(times: number): void {
    this.#file ??= openSync(this.#times, "w");
    writeSync(this.#file, String(times), 0);
  }

  /** There is nowhere to stop in this script: whether the place is in it all the same, or what looks like it. */
  notIn(script: Script): void {
    if (this.#file !== undefined) return;
    if (script.isNeverCalled(this.#place)) this.found();
    else this.#lookAround(script);
  }

  #lookAround(script: Script): void {
    const { function: name, file, line } = this.#place;
    if (name !== undefined) {
      const names = script.functions.map((each) => script.nameOf(each)).filter((each) => isNear(lastPart(each), name));
      for (const near of names.slice(0, 1)) this.#near.add({ near });
    } else if (line !== undefined) {
      const near = script.lineAfter({ ...(file === undefined ? {} : { file }), line });
      if (near !== undefined) this.#near.add({ near: `${file}:${near}` });
    }
  }
}

const lastPart = (name: string) => name.split(".").at(-1)!;
