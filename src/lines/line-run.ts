import type { LinesReport } from "../../runtimes/protocol/lines.ts";

/** How a run ended, and what it printed and reported. */
export interface LineRun {
  /** `exit 0`, `SIGSEGV`, or `time limit`. */
  readonly status: string;
  readonly outputHash: string;
  /** Only until the end of the batch. */
  readonly outputFile: string;
  readonly milliseconds: number;
  /** Milliseconds of processor time. */
  readonly cpu: number;
  readonly report: LinesReport;
}
