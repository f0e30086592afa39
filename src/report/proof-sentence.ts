import type { Finding, TestCounts } from "../core/finding.ts";
import type { FindingReport } from "./finding-report.ts";
import { count, counted, duration } from "./quantity.ts";
import { shareOf } from "./sentence.ts";

/** How far the cause was narrowed, and what was confirmed and proved of it; undefined where nothing was narrowed. */
export function proofSentence(finding: Finding, report: FindingReport): string | undefined {
  const { verdict, deltas, minimal, goal } = finding;
  const isNarrowed = deltas.cause < deltas.total || (goal === "isolate" && verdict === "found");
  if (verdict === "not-reproduced" || deltas.cause === 0 || !isNarrowed) return undefined;
  if (!minimal) return `${shareOf(finding)} left; not proved minimal.`;
  const leaveOut = deltas.cause === 1 ? "leave it out" : "leave out any one of them";
  const without = report.withoutCause?.(finding) ?? "the failure is gone";
  const usual = goal === "isolate" ? "no smaller difference" : `${leaveOut}, and ${without}`;
  const shown = report.confirmation?.(finding);
  // What is not in the list, such as changes that are not committed, is not counted either.
  if (shown !== undefined && finding.cause.length === 0) return `Confirmed: ${shown}.`;
  if (shown !== undefined) return `${shareOf(finding)}; confirmed: ${shown}.`;
  const proof = report.proof?.(finding) ?? usual;
  return `${shareOf(finding)}; confirmed, and proved minimal: ${proof}.`;
}

/** How many tests were needed and run, and why the one is not the other. */
export function testsSentence(tests: TestCounts, seconds: number): string {
  const { needed, run, cached } = tests;
  const outcomes = `${tests.fail} failed, ${tests.pass} passed, ${tests.unresolved} unresolved`;
  const memory = cached > 0 ? `; ${counted(cached, "answers")} from memory` : "";
  const why = notNeeded(tests);
  return `${counted(needed, "tests")} needed (${outcomes})${memory}; ${count(run)} run in ${duration(1000 * seconds)}${why}.`;
}

/** The executions that no search needed: for the ends, ahead of need, and to confirm. */
function notNeeded({ ends = 0, ahead = 0, confirming = 0 }: TestCounts): string {
  const parts = [
    ends > 0 ? `${count(ends)} to check both ends` : "",
    ahead > 0 ? `${count(ahead)} started early and not needed` : "",
    confirming > 0 ? `${count(confirming)} to confirm the result` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}
