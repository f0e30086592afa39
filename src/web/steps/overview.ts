import type { Rerun } from "../../application/rerun.ts";
import type { ShownCommands } from "../../report/shown-commands.ts";
import type { CutFile } from "../../run/record/file-sizes.ts";
import type { OpenQuestion } from "../../run/record/question-file.ts";
import type { RunStatus } from "../../run/record/run-status.ts";
import type { DoubtedFinding } from "./doubts.ts";

/** A run as the page lists it. */
export interface RunOverview {
  /** Its name; for one inside of another, `OUTER/inner/NAME`. */
  readonly id: string;
  /** The number of its folder. */
  readonly folder: number;
  /** The path of that folder: commands that name the run have to be typed there. */
  readonly foundIn: string;
  readonly cwd: string;
  readonly kind: string;
  readonly status: RunStatus;
  readonly started: string;
  readonly version: string;
  /** The test as a line for a shell; empty: there is none. */
  readonly test: string;
  /** The programs that pass and fail, where these are not the test. */
  readonly commands?: ShownCommands;
  readonly inner: readonly { readonly id: string; readonly kind: string }[];
  readonly canResume: boolean;
  /** Recorded in a format that this version cannot resume. */
  readonly isOld: boolean;
  readonly hasFinding: boolean;
  readonly headline?: string;
  /** Its files that have lost something since it ended. */
  readonly cut: readonly CutFile[];
  /** Milliseconds. */
  readonly budget?: number;
  /** Why it could not be resumed. */
  readonly problem?: string;
  /** What it waits to be told. */
  readonly question?: OpenQuestion;
  /** How to rerun a step. */
  readonly rerun?: Rerun;
}

/** The finding of a run as the page shows it. */
export interface FindingView {
  /** As in the report. */
  readonly html?: string;
  readonly finding?: DoubtedFinding;
}

/** What the page gets before anything else. */
export interface ServedRuns {
  readonly folders: readonly string[];
  readonly runs: readonly RunOverview[];
  /** A sentence for each run whose record cannot be read. */
  readonly damaged: readonly string[];
}
