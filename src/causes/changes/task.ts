import type { StageSummary, StepRow } from "../../core/finding.ts";
import type { Listener } from "../../run/request.ts";
import type { Run } from "../../run/run.ts";
import type { Version } from "../../world/version.ts";
import type { ChangesRequest } from "./request.ts";
import type { Setting } from "./setting.ts";

/** A run over changes at work. */
export interface Task {
  readonly run: Run;
  readonly request: ChangesRequest;
  readonly setting: Setting;
  readonly listener: Listener;
  readonly steps: StepRow[];
  readonly stages: StageSummary[];
}

/** Between which two versions the failure came in. */
export interface Came {
  readonly passing: Version;
  readonly failing: Version;
}
