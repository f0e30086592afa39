import type { CauseEntry } from "../../core/finding.ts";
import type { World } from "../../trial/laboratory.ts";
import type { Instrument } from "./instrument.ts";
import type { Kind } from "./kind.ts";

/** The test under circumstances that are other than they are here, in one respect. If it passes then, that decides. */
export interface Experiment {
  /** Tells it from the others, also when the run is resumed. */
  readonly id: string;
  readonly kind: Kind;
  /** Where or how the test runs, as in "it passes in a clean copy". */
  readonly how: string;
  /** The `nth` time: worlds of different numbers are tested separately. */
  readonly world: (nth: number) => World;
  /** What finds out exactly which part of the difference it is; undefined: there is nothing smaller. */
  readonly isolate?: Isolate;
  /** A command that would, but takes long. */
  readonly next?: string;
}

/** Finds the part of a difference that decides. */
export type Isolate = { readonly instrument: Instrument } | { readonly search: () => Promise<Isolated> };

/** What a search of `why` itself found. */
export interface Isolated {
  readonly kind: Kind;
  /** One sentence, without a full stop: what decides. */
  readonly sentence: string;
  /** What is counted: files, ports. */
  readonly by: string;
  /** The things that decide. */
  readonly items: readonly string[];
  /** The same with more detail. */
  readonly entries?: readonly CauseEntry[];
  /** Among how many. */
  readonly total: number;
  /** None of them can be left out, and it came out the same when it was run again. */
  readonly isProved: boolean;
  /** Commands to see it pass, and fail. */
  readonly commands?: { readonly passing?: string; readonly failing?: string };
}
