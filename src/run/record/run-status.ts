import type { Finding, Story, Verdict } from "../../core/finding.ts";
import type { RunRecord } from "./record.ts";

/** `unfinished`: the run was killed, or failed, before it had a finding. */
export type RunStatus = Verdict | "running" | "unfinished";

export function runStatus(record: RunRecord): RunStatus {
  if (record.lockedBy() !== undefined) return "running";
  return savedStory(record)?.finding.verdict ?? "unfinished";
}

/** What a run found, if it has ended. A finding without what all of them have is damaged, and counts as none. */
export function savedStory(record: RunRecord): Story | undefined {
  const story = record.load<{ readonly finding?: Partial<Finding> }>("story.json");
  const { kind, verdict, cause } = story?.finding ?? {};
  const isWhole = typeof kind === "string" && typeof verdict === "string" && Array.isArray(cause);
  return isWhole ? (story as Story) : undefined;
}

/** Whether nothing is left to search: the cause was found, or there is none to find. */
export function isFinished(status: RunStatus): boolean {
  return status === "found" || status === "not-reproduced";
}
