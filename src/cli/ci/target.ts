import type { CiJob } from "../../ci/ci-job.ts";

/** Where a job reports to. */
export interface CiTarget {
  readonly job: CiJob;
  /** The environment of the job: its secrets are in no report. */
  readonly environment: NodeJS.ProcessEnv;
  /** The folder for the reports and patches. */
  readonly output: string;
  readonly comments: boolean;
}
