import type { ScheduleLog } from "../../../../runtimes/protocol/schedule-log.ts";
import type { Finding } from "../../../core/finding.ts";
import type { ControlledProgram } from "../control/controlled-program.ts";
import type { Sample } from "./others.ts";
import type { ExhaustiveSearch, FailingSchedule, ReplayedSchedule } from "./verification.ts";

/** What is known so far, saved so that a resumed run continues there. */
export interface VerificationState {
  readonly replay?: { readonly replayed: ReplayedSchedule; readonly log: Pick<ScheduleLog, "runs"> };
  /** Where the program can be made to switch. */
  readonly switches?: string;
  readonly uncontrolled?: readonly string[];
  readonly sample?: Sample;
  readonly exhaustive?: ExhaustiveSearch;
  readonly failing?: ConfirmedFailing;
  /** What the sessions up to now took. */
  readonly spent?: Spent;
}

export type Spent = Pick<Finding, "tests" | "seconds">;

/** With the file that has the schedule. */
export interface ConfirmedFailing extends FailingSchedule {
  readonly file: string;
}

const stateFile = "verified.json";

export function loadState({ run }: ControlledProgram): VerificationState {
  return run.record.load<VerificationState>(stateFile) ?? {};
}

export function saveState(program: ControlledProgram, more: VerificationState): void {
  program.run.record.save(stateFile, { ...loadState(program), ...more } satisfies VerificationState);
}
