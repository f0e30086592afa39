import { Counts } from "../../src/run/counts.ts";
import { OtherFailures } from "../../src/run/other-failures.ts";
import { RunRecord } from "../../src/run/record/record.ts";
import type { RunRequest } from "../../src/run/request.ts";
import type { FinishedRun } from "../../src/run/story.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export const anyRequest: RunRequest = {
  cwd: "/",
  test: ["./test.sh", "{}"],
  conditions: { jobs: 1, failure: { mode: "same" }, repeat: 1 },
};

/** A run that has ended, with its record in a temporary folder. */
export function finishedRun(about: Partial<FinishedRun> = {}): FinishedRun {
  const record = RunRecord.create(temporaryFolder("run"), { kind: "input", version: "1.2.3", request: anyRequest });
  return {
    record,
    counts: new Counts(),
    seconds: 1.23456,
    ends: undefined,
    otherFailures: new OtherFailures(record),
    stages: [],
    steps: [],
    ...about,
  };
}
