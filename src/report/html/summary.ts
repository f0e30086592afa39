import { commandLine } from "../../core/command-line.ts";
import type { Finding, Story, Verdict } from "../../core/finding.ts";
import { headline } from "../headline.ts";
import { isolating } from "../isolating.ts";
import { count } from "../quantity.ts";
import { type Content, type Markup, markup } from "./markup.ts";
import { visibleInline } from "./visible.ts";

/** The head of the page: the answer, how sure it is, and of which test it is the answer. */
export function summary(story: Story): Markup {
  const { finding } = story;
  const sentence = headline(story).map((part) =>
    typeof part === "string" ? part : markup`<code>${visibleInline(part.code)}</code>`,
  );
  return markup`<header>
<p class="verdict ${finding.verdict}">${finding.kind}<b>${verdictOf(finding)}</b></p>
<h1>${sentence}</h1>
${finding.reason && markup`<p class="reason">${finding.reason}</p>\n`}<dl class="summary">
<dt>Test</dt><dd><code>${commandLine(story.test)}</code></dd>
${commands(finding)}${finding.failure && markup`<dt>Failure</dt><dd>${finding.failure}</dd>\n`}${minimality(story)}</dl>
</header>`;
}

/** The test with what was found, to be copied. */
function commands({ commands }: Finding): Content {
  if (commands === undefined) return [];
  const { failing, passing } = commands;
  return [
    markup`<dt>Fails</dt><dd><code>${commandLine(failing)}</code></dd>\n`,
    passing && markup`<dt>Passes</dt><dd><code>${commandLine(passing)}</code></dd>\n`,
  ];
}

const verdicts: Readonly<Record<Verdict, string>> = {
  found: "cause found",
  exhausted: "budget reached",
  interrupted: "interrupted",
  "not-reproduced": "not reproduced",
};

/** The failure may be there, and its cause not found. */
function verdictOf({ verdict, failure }: Finding): string {
  return verdict === "not-reproduced" && failure !== undefined ? "no cause found" : verdicts[verdict];
}

function minimality(story: Story): Markup | undefined {
  const { verdict, deltas, minimal } = story.finding;
  if (verdict === "not-reproduced" || deltas.cause === 0) return undefined;
  return markup`<dt>Minimal</dt><dd>${minimal ? proof(story) : "Not proved: there may be a smaller one."}</dd>\n`;
}

function proof(story: Story): string {
  const { deltas, by } = story.finding;
  if (deltas.cause === 1) return `Proved: it is a single one of ${count(deltas.total)} ${by}.`;
  return `Proved: no single one of the ${count(deltas.cause)} ${by} can be ${isolating(story) ? "moved" : "left out"}.`;
}
