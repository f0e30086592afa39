/**
 * What the program's process leaves for the driver, in files beside the plan. Every note is written at once: the process may end at
 * any moment.
 */
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import type { PlanAnswer } from "../../protocol/state.ts";
import { readJsonLines } from "./json-lines-file.ts";

export type FailedPlan = Extract<PlanAnswer, { readonly failed: true }>;

export type ProgramNote =
  /** A Node process loaded our code. */
  | { readonly note: "loaded" }
  /** The place was reached, and the plan ends the program there. */
  | { readonly note: "stopped" }
  | { readonly note: "failed"; readonly why: FailedPlan["why"]; readonly reason: string }
  /** The program runs code that is not traced. */
  | { readonly note: "unwatched"; readonly where: string }
  /** Functions or lines of a script that does not contain the place. */
  | { readonly note: "candidates"; readonly places: readonly string[] };

/** All notes of a run. */
export interface RunNotes {
  readonly notes: readonly ProgramNote[];
  /** A process reached the place, often enough. */
  readonly isReached: boolean;
  /** How often the place was reached, if that was not often enough; undefined: no script contains it. */
  readonly hits: number | undefined;
}

const notesFile = (planFile: string) => `${planFile}.notes`;
const claimFile = (planFile: string) => `${planFile}.claim`;
const hitsFile = (planFile: string) => `${planFile}.hits`;

export class ProgramNotes {
  readonly #planFile: string;
  #isClaimed: boolean | undefined;
  #hitsFile: number | undefined;

  constructor(planFile: string) {
    this.#planFile = planFile;
  }

  add(note: ProgramNote): void {
    appendFileSync(notesFile(this.#planFile), `${JSON.stringify(note)}\n`);
  }

  get isClaimed(): boolean {
    return this.#isClaimed === true;
  }

  /** Whether this process is the first of the command to reach the place. The others run as if there were no plan. */
  claim(): boolean {
    this.#isClaimed ??= createFile(claimFile(this.#planFile));
    return this.#isClaimed;
  }

  countHits(hits: number): void {
    this.#hitsFile ??= openSync(hitsFile(this.#planFile), "w");
    writeSync(this.#hitsFile, String(hits), 0);
  }
}

function createFile(path: string): boolean {
  try {
    closeSync(openSync(path, "wx"));
    return true;
  } catch {
    return false;
  }
}

export function removeNotes(planFile: string): void {
  for (const path of [notesFile, claimFile, hitsFile]) rmSync(path(planFile), { force: true });
}

export function readNotes(planFile: string): RunNotes {
  const hits = hitsFile(planFile);
  return {
    notes: readJsonLines(notesFile(planFile)),
    isReached: existsSync(claimFile(planFile)),
    hits: existsSync(hits) ? Number(readFileSync(hits, "utf8")) : undefined,
  };
}
