import type { EndsEvent, RunEvent, TrialEvent } from "../../run/record/events.ts";
import type { Observation } from "../../trial/observation.ts";
import type { RepeatedRuns } from "./doubts.ts";

/** What the journal knows of a world that was tested. */
export type TrialEvidence = Pick<
  Observation,
  "outcome" | "ended" | "milliseconds" | "runs" | "otherFailure" | "printed" | "outputLine" | "hint"
>;

/** The journal of a run as far as a page needs it: what each trial showed, and what the sessions took. */
export class Trials {
  readonly #byContent = new Map<string, TrialEvidence>();
  #ends: EndsEvent | undefined;
  #latest: TrialEvent | undefined;
  /** Of the worlds that failed. A page asks for both with each step that it shows. */
  #failing = 0;
  #runsOfFailing = 0;
  #moot = 0;
  #sessions = 0;
  /** Seconds of the sessions before this one, and of this one. */
  #before = 0;
  #now = 0;

  add(event: RunEvent): void {
    if (event.event === "session") {
      this.#sessions++;
      this.#before += this.#now;
      this.#now = 0;
      return;
    }
    this.#now = event.at;
    if (event.event === "moot") this.#moot++;
    if (event.event === "ends") {
      this.#ends = event;
      this.#learn(event.failing);
      this.#learn(event.other);
    }
    if (event.event === "trial") {
      this.#latest = event;
      this.#learn(event);
    }
  }

  #learn(observation: Observation): void {
    if (this.#byContent.has(observation.content)) return;
    this.#byContent.set(observation.content, observation);
    if (observation.outcome !== "fail") return;
    this.#failing++;
    this.#runsOfFailing += observation.runs;
  }

  of(content: string): TrialEvidence | undefined {
    return this.#byContent.get(content);
  }

  get ends(): EndsEvent | undefined {
    return this.#ends;
  }

  get latest(): TrialEvent | undefined {
    return this.#latest;
  }

  /** How many worlds were tested, the ends included. */
  get count(): number {
    return this.#byContent.size;
  }

  get moot(): number {
    return this.#moot;
  }

  get sessions(): number {
    return this.#sessions;
  }

  /** How often worlds were run; undefined: not known yet. */
  get repeated(): RepeatedRuns | undefined {
    if (!this.#ends) return undefined;
    return { repeat: this.#ends.repeat, failing: this.#failing, runsOfFailing: this.#runsOfFailing };
  }

  get seconds(): number {
    return this.#before + this.#now;
  }
}
