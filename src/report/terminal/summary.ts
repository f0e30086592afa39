import type { CauseEntry, Finding, Story } from "../../core/finding.ts";
import { textOfEntry } from "../entry-text.ts";
import type { FindingReport } from "../finding-report.ts";
import { headline } from "../headline.ts";
import { count, counted, duration } from "../quantity.ts";
import { shareOf } from "../sentence.ts";
import { onOneLine } from "./one-line.ts";
import type { Paint } from "./paint.ts";

/** A finding as a few lines for the terminal: the answer, the cause in its context, and what it cost to find. */
export function terminalSummary(story: Story, report: FindingReport, paint: Paint): string {
  const parts = [
    answer(story, report, paint),
    ...report.paragraphs(story, paint),
    furtherCauses(story.finding, paint),
    otherFailures(story.finding, paint),
    figures(story.finding, report, paint),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function answer(story: Story, report: FindingReport, { bold, marked, yellow }: Paint): string {
  const { verdict, reason, run } = story.finding;
  const words = headline(story, report).map((part) =>
    typeof part === "string" ? bold(part) : marked(onOneLine(part.code)),
  );
  const lines = [`${words.join("")}.`];
  if (reason !== undefined) lines.push(yellow(reason));
  if (verdict === "exhausted") lines.push(yellow(`The budget ended first; go on with: culprit resume ${run}`));
  if (verdict === "interrupted") lines.push(yellow(`It was stopped; go on with: culprit resume ${run}`));
  return lines.join("\n");
}

function furtherCauses({ causes }: Finding, { bold, marked }: Paint): string {
  const shown = (entry: CauseEntry) => marked(onOneLine(textOfEntry(entry) || (entry.text ?? "")));
  return causes.map((cause, i) => `${bold(`Cause ${i + 2}: `)}${cause.map(shown).join(" … ")}`).join("\n");
}

const maxOtherFailures = 5;

/** The failures that the search met besides the one it is for. */
function otherFailures({ otherFailures = [] }: Finding, { bold, dim }: Paint): string {
  if (otherFailures.length === 0) return "";
  const refused = otherFailures.reduce((sum, { count }) => sum + count, 0);
  const kinds = counted(otherFailures.length, "other failures");
  const head = bold(
    `On the way, ${kinds} ${otherFailures.length === 1 ? "was" : "were"} met and not mistaken for this one`,
  );
  const lines = otherFailures.slice(0, maxOtherFailures).map(({ failure, count: times, file }) => {
    const witness = file === undefined ? "" : dim(`\n      smallest: ${file}`);
    return `  ${count(times)} ×  ${onOneLine(failure)}${witness}`;
  });
  const more = otherFailures.length - lines.length;
  return [
    `${head} (${counted(refused, "candidates")}):`,
    ...lines,
    ...(more > 0 ? [dim(`  and ${more} more`)] : []),
  ].join("\n");
}

function figures(finding: Finding, report: FindingReport, paint: Paint): string {
  const { tests, seconds, assumptions, notes = [], files, failure } = finding;
  const outcomes = `${tests.fail} failed, ${tests.pass} passed, ${tests.unresolved} unresolved`;
  const memory = tests.cached > 0 ? `; ${counted(tests.cached, "answers")} from memory` : "";
  return [
    ...minimality(finding, report, paint),
    ...(report.proofs?.(finding, paint) ?? []),
    `${counted(tests.needed, "tests")} needed (${outcomes})${memory}; ${count(tests.run)} run in ${duration(1000 * seconds)}.`,
    ...notes,
    ...assumptions.map(({ seen }) => paint.yellow(`Note: ${seen}`)),
    ...(failure === undefined ? [] : [paint.dim(`The failure: ${failure}`)]),
    ...Object.entries(files).map(([which, path]) => `  ${which}  ${path}`),
  ].join("\n");
}

function minimality(finding: Finding, report: FindingReport, { green }: Paint): string[] {
  const { verdict, deltas, minimal, goal } = finding;
  const isNarrowed = deltas.cause < deltas.total || goal === "isolate";
  if (verdict === "not-reproduced" || deltas.cause === 0 || !isNarrowed) return [];
  if (!minimal) return [`${shareOf(finding)} left; not proved minimal.`];
  const leaveOut = deltas.cause === 1 ? "leave it out" : "leave out any one of them";
  const without = report.withoutCause?.(finding) ?? "the failure is gone";
  const proof = goal === "isolate" ? "no smaller difference" : `${leaveOut}, and ${without}`;
  return [green(`${shareOf(finding)}; confirmed, and proved minimal: ${proof}.`)];
}
