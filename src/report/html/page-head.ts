import { commandLine } from "../../core/command-line.ts";
import type { Finding, Story, Verdict } from "../../core/finding.ts";
import type { FindingReport } from "../finding-report.ts";
import { headline } from "../headline.ts";
import { count } from "../quantity.ts";
import { type Markup, markup } from "./markup.ts";
import { visibleInline } from "./visible.ts";

/** The head of the page: the answer, how certain it is, and the test that it is for. */
export function pageHead(story: Story, report: FindingReport): Markup {
  const { finding } = story;
  const sentence = headline(story, report).map((part) =>
    typeof part === "string" ? part : markup`<code>${visibleInline(part.code)}</code>`,
  );
  const { text, role } = statusOf(finding, report);
  return markup`<header>
<p class="verdict ${role}">${finding.kind} <b>${text}</b></p>
<h1>${sentence}</h1>
${finding.reason && markup`<p class="reason">${finding.reason}</p>\n`}<dl class="summary">
${story.test.length > 0 && markup`<dt>Test</dt><dd><code>${commandLine(story.test)}</code></dd>`}
${report.facts?.(finding)}${finding.failure && markup`<dt>Failure</dt><dd>${finding.failure}</dd>\n`}${minimality(finding)}</dl>
</header>`;
}

function statusOf(finding: Finding, report: FindingReport): { readonly text: string; readonly role: Verdict } {
  const status = report.status?.(finding);
  if (!status) return { text: verdictText(finding), role: finding.verdict };
  return { text: status.text, role: status.isGood ? "found" : "not-reproduced" };
}

const verdicts: Readonly<Record<Verdict, string>> = {
  found: "cause found",
  exhausted: "budget reached",
  interrupted: "interrupted",
  "not-reproduced": "not reproduced",
};

/** A failure may be reproduced without a cause being found. */
function verdictText({ verdict, failure }: Finding): string {
  return verdict === "not-reproduced" && failure !== undefined ? "no cause found" : verdicts[verdict];
}

function minimality(finding: Finding): Markup | undefined {
  const { verdict, deltas, minimal } = finding;
  if (verdict === "not-reproduced" || deltas.cause === 0) return undefined;
  return markup`<dt>Minimal</dt><dd>${minimal ? proof(finding) : "Not proved: there may be a smaller one."}</dd>\n`;
}

function proof({ deltas, by, goal }: Finding): string {
  if (deltas.cause === 1) return `Proved: it is a single one of ${count(deltas.total)} ${by}.`;
  return `Proved: no single one of the ${count(deltas.cause)} ${by} can be ${goal === "isolate" ? "moved" : "left out"}.`;
}
