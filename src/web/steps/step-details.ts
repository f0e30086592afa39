import { rerunLine } from "../../application/rerun.ts";
import { commandLine } from "../../core/command-line.ts";
import { type Content, type Markup, markup } from "../../report/html/markup.ts";
import { count, counted, duration } from "../../report/quantity.ts";
import type { RunOverview } from "./overview.ts";
import type { RunModel } from "./run-model.ts";
import { verbOf } from "./verb.ts";
import { whyAsked } from "./why-asked.ts";
import { type ComparedWith, worldView } from "./world-view.ts";

/** What the page knows besides the journal and the steps. */
export type RunFacts = Pick<RunOverview, "id" | "test" | "commands" | "rerun" | "kind"> &
  // A report that is sent by mail does not say in which folder it was made.
  Partial<Pick<RunOverview, "foundIn">>;

/** One step: its outcome, why it was asked, its world, and how to run it again. */
export function stepDetails(model: RunModel, step: number, facts: RunFacts, comparedWith: ComparedWith): Markup {
  const { steps } = model;
  const line = rerunOf(model, step, facts);
  return markup`<header class="step-head">
<h2>Step ${count(step)} <span class="${steps.outcomeAt(step)}">${verbOf(steps.outcomeAt(step))}</span></h2>
${factList(model, step)}
</header>
${whyView(model, step)}
${worldView(steps, step, comparedWith)}
<h3>Run it again</h3>
<div class="copyable"><pre tabindex="0"><code>${line}</code></pre><button type="button" data-copy="${line}">Copy</button></div>`;
}

function factList({ steps, trials }: RunModel, step: number): Markup {
  const { size, failing, passing } = steps.sizesAt(step);
  const { unit, total } = steps.stageAt(step);
  const seen = trials.of(steps.contentAt(step));
  const otherFailure = seen?.printed ?? seen?.otherFailure;
  const rows: readonly (readonly [string, Content])[] = [
    ["Part of the search", steps.partAt(step)],
    ["Size", `${count(size)} of ${counted(total, unit)}`],
    // Other searches take steps back, so that their sizes tell nothing of how far they are.
    [
      "Left after it",
      (steps.positionAt(step) ?? steps.startText) &&
        (passing === undefined ? counted(failing, unit) : `${count(failing - passing)} between passing and failing`),
    ],
    ["Ended", seen && `${seen.ended}${seen.runs > 1 ? `, ${counted(seen.runs, "runs")}` : ""}`],
    ["Time", seen && duration(seen.milliseconds)],
    ["Other failure", otherFailure],
    // Mostly the failure was read from that line.
    ["Printed", seen?.outputLine && !otherFailure?.includes(seen.outputLine) && seen.outputLine],
    ["Errors are about", seen?.hint],
  ];
  return markup`<dl class="summary">${rows.map(([name, value]) => value && markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function whyView({ steps }: RunModel, step: number): Markup {
  const { reason, next } = whyAsked(steps, step);
  const outcome = steps.outcomeAt(step);
  return markup`<h3>Why this one</h3>
<p>${reason}</p>
${
  next.length > 0 &&
  markup`<ul class="next">${next.map(
    (each) =>
      markup`<li class="${each.outcome}${each.outcome === outcome && " taken"}">If it ${verbOf(each.outcome)}, ${each.text}${each.outcome === outcome && " (so it was)"}</li>`,
  )}</ul>`
}`;
}

/** One line that tests the candidate of a step again. */
export function rerunOf({ steps }: RunModel, step: number, { id, rerun, foundIn }: RunFacts): string {
  const hasText = steps.textAt(step) !== undefined;
  const line = rerunLine(rerun, { run: id, step, set: steps.setAt(step), hasText });
  return foundIn === undefined ? line : `${commandLine(["cd", foundIn])} && ${line}`;
}
