import type { Finding } from "../../core/finding.ts";
import type { RunRecord } from "../../run/record/record.ts";
import type { DoubtedFinding } from "../steps/doubts.ts";

/** What of a finding can be doubted, without all else that it has. */
export function doubtedFinding({ header }: RunRecord, finding: Finding): DoubtedFinding {
  const { assumptions, otherFailures = [], verdict, minimal, goal, deltas } = finding;
  const isAsked = header.request.conditions.ask === true;
  return { assumptions, otherFailures, verdict, minimal, goal, deltas, isAsked };
}
