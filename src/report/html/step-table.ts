import type { StepRow, Story } from "../../core/finding.ts";
import { type Outcome, outcomes } from "../../core/outcome.ts";
import { count, duration } from "../quantity.ts";
import { clip } from "./clip.ts";
import { type Content, type Markup, markup } from "./markup.ts";

/** Of more steps than this, the table shows the first and the last ones, and failing ones between them. */
const maxSteps = 3000;
const maxEndSteps = 500;
const maxFailingSteps = 2000;

/** Maximum number of characters of a text in the table. */
const maxTextLength = 100;

/** Every step of the run or, where there are too many, the most informative ones. */
export function stepTable({ steps }: Story): Markup | undefined {
  if (steps.length === 0) return undefined;
  const kept = mostInformative(steps);
  const cells = columns.filter(({ optional, cell }) => !optional || steps.some((step) => cell(step)));
  return markup`<section class="steps">
${steps.length > 100 ? markup`<details>` : markup`<details open>`}
<summary><h2>Step by step</h2></summary>
${kept.length < steps.length && markup`<p>${selectionText(steps, kept)}</p>\n`}<p class="filter">Show ${outcomes.map((outcome) => filter(outcome, steps))}</p>
<div class="table"><table>
<thead><tr>${cells.map(({ name, number }) => (number ? markup`<th class="n">${name}</th>` : markup`<th>${name}</th>`))}</tr></thead>
<tbody>
${kept.map((index, i) => [gap(index - (kept[i - 1] ?? -1) - 1, cells.length), row(steps[index]!, cells)])}</tbody>
</table></div>
</details>
</section>`;
}

interface Column {
  readonly name: string;
  readonly cell: (step: StepRow) => Content;
  readonly number?: boolean;
  /** Left out where no step has it. */
  readonly optional?: boolean;
}

const columns: readonly Column[] = [
  { name: "Test", cell: ({ step }) => count(step), number: true },
  { name: "Stage", cell: ({ stage }) => stage },
  { name: "Set", cell: ({ set }) => markup`<code>${clip(set, maxTextLength)}</code>` },
  { name: "Size", cell: ({ size }) => count(size), number: true },
  { name: "Outcome", cell: ({ outcome }) => markup`<span class="${outcome}">${outcome}</span>` },
  { name: "Failing", cell: (step) => count(step.failing), number: true },
  { name: "Passing", cell: ({ passing }) => passing !== undefined && count(passing), number: true, optional: true },
  { name: "Ended", cell: ({ ended }) => ended && markup`<span>${clip(ended, maxTextLength)}</span>`, optional: true },
  {
    name: "Time",
    cell: ({ milliseconds }) => milliseconds !== undefined && duration(milliseconds),
    number: true,
    optional: true,
  },
];

function row(step: StepRow, cells: readonly Column[]): Markup {
  const tds = cells.map(({ cell, number }) =>
    number ? markup`<td class="n">${cell(step)}</td>` : markup`<td>${cell(step)}</td>`,
  );
  return markup`<tr class="${step.outcome}">${tds}</tr>\n`;
}

/** A checkbox that hides the rows of an outcome, by style alone: there is no script. */
function filter(outcome: Outcome, steps: readonly StepRow[]): Markup {
  const n = steps.filter((step) => step.outcome === outcome).length;
  return markup`<label><input type="checkbox" class="show-${outcome}" checked> <span class="${outcome}">${count(n)} ${outcome}</span></label> `;
}

function gap(left: number, span: number): Markup | undefined {
  return left > 0 ? markup`<tr class="gap"><td colspan="${span}">… ${count(left)} steps</td></tr>\n` : undefined;
}

/** The indices of the steps to show. */
function mostInformative(steps: readonly StepRow[]): readonly number[] {
  const all = [...steps.keys()];
  if (steps.length <= maxSteps) return all;
  const between = all.slice(maxEndSteps, -maxEndSteps).filter((i) => steps[i]!.outcome === "fail");
  return [...all.slice(0, maxEndSteps), ...between.slice(0, maxFailingSteps), ...all.slice(-maxEndSteps)];
}

function selectionText(steps: readonly StepRow[], kept: readonly number[]): string {
  return `${count(kept.length)} of ${count(steps.length)} steps: the first and the last ${maxEndSteps}, and the failing ones between them${kept.length === 2 * maxEndSteps + maxFailingSteps ? ` (the first ${count(maxFailingSteps)})` : ""}.`;
}
