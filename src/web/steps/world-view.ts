import type { DeltaSet } from "../../core/delta-set.ts";
import type { Outcome } from "../../core/outcome.ts";
import { type Content, type Markup, markup } from "../../report/html/markup.ts";
import { comparisonTable, type TextHead } from "../../report/html/side-by-side.ts";
import { count, counted } from "../../report/quantity.ts";
import { compareTexts } from "./compare-texts.ts";
import type { RunSteps } from "./run-steps.ts";
import { verbOf } from "./verb.ts";
import { detailsView } from "./views/details-view.ts";

/** What a text is shown beside: the best failing one before it, the last passing one before it, or nothing. */
export type ComparedWith = "failing" | "passing" | "nothing";

/** Maximum number of items and of characters that are shown. */
const maxItems = 1000;
const maxCharacters = 50_000;

/** The world that was tested, as far as the record has it: a text, a view of its parts, a list of items, or a set. */
export function worldView(steps: RunSteps, step: number, comparedWith: ComparedWith): Markup {
  const set = steps.setAt(step);
  const { labels } = steps.stageAt(step);
  const text = steps.textAt(step);
  if (text) return markup`<h3>What was tested</h3>\n${textView(steps, step, { text, comparedWith })}`;
  const parts = detailsView(steps, step, set) ?? (set && labels ? itemList(labels, set) : setView(steps, step, set));
  return markup`<h3>What was tested</h3>\n${parts}`;
}

function textView(
  steps: RunSteps,
  step: number,
  { text, comparedWith }: { readonly text: Uint8Array; readonly comparedWith: ComparedWith },
): Content {
  const other = comparedWith === "nothing" ? undefined : otherText(steps, step, comparedWith);
  const outcome = steps.outcomeAt(step);
  const buttons = markup`<p class="choice" role="group" aria-label="Compare with">Compare with ${choice("failing", "the best failing one before", comparedWith)}${choice("passing", "the last passing one before", comparedWith)}${choice("nothing", "nothing", comparedWith)}</p>`;
  if (!other) {
    const missing =
      comparedWith !== "nothing" && markup`<p class="soft">There is no such candidate before this one.</p>`;
    return [buttons, missing, wholeText(text)];
  }
  const here: TextHead = { outcome, verb: `step ${step} ${verbOf(outcome)}` };
  const there: TextHead = { outcome: other.outcome, verb: `${other.name} ${verbOf(other.outcome)}` };
  const isLeft = other.outcome === "pass";
  const comparison = isLeft ? compareTexts(other.text, text) : compareTexts(text, other.text);
  const isEqual = comparison.rows.every(({ folded }) => folded !== undefined);
  if (isEqual) return [buttons, markup`<p class="soft">The two are equal.</p>`, wholeText(text)];
  return [buttons, comparisonTable(comparison, isLeft ? [there, here] : [here, there])];
}

function choice(value: ComparedWith, label: string, chosen: ComparedWith): Markup {
  return markup`<button type="button" data-compare="${value}" aria-pressed="${value === chosen ? "true" : "false"}">${label}</button>`;
}

interface OtherText {
  readonly text: Uint8Array;
  readonly outcome: Outcome;
  readonly name: string;
}

function otherText(steps: RunSteps, step: number, which: "failing" | "passing"): OtherText | undefined {
  const outcome = which === "failing" ? "fail" : "pass";
  const before = steps.textBefore(step, outcome);
  const text = before === undefined ? undefined : steps.textAt(before);
  if (text) return { text, outcome, name: `step ${before}` };
  const start = which === "failing" ? steps.startText : undefined;
  return start && { text: start, outcome: "fail", name: "the whole input" };
}

function wholeText(bytes: Uint8Array): Markup {
  const text = decoder.decode(bytes.subarray(0, maxCharacters));
  const left = bytes.length - maxCharacters;
  return markup`<figure class="box"><div class="code" tabindex="0"><pre><code>${text}</code></pre></div>${left > 0 && markup`<p class="more">… ${counted(left, "bytes")} more</p>`}</figure>`;
}

const decoder = new TextDecoder();

/** Items in their order: those that this world has, and those that it lacks. */
function itemList(labels: readonly string[], set: DeltaSet): Markup {
  const shown = labels.slice(0, maxItems);
  const left = labels.length - shown.length;
  return markup`<p class="soft">${count(set.size)} of ${count(labels.length)}; those that are left out are crossed out.</p>
<ol class="items" start="0" tabindex="0">${shown.map((label, i) => (set.has(i) ? markup`<li><code>${label}</code></li>` : markup`<li class="out"><s><code>${label}</code></s></li>`))}</ol>${left > 0 && markup`<p class="more">… ${count(left)} more</p>`}`;
}

/** A set by its numbers, and as a bar from the first delta to the last. */
function setView(steps: RunSteps, step: number, set: DeltaSet | undefined): Content {
  const { total, sets } = steps.stageAt(step);
  const text = steps.setTextAt(step);
  // Elsewhere it is the name of what was tested, such as an instant.
  const name = set || sets ? "Numbers of its set" : steps.partAt(step);
  return [
    set && total > 0 && strip(set, total),
    text !== "" && markup`<p class="set"><span class="soft">${name}:</span> <code>${text}</code></p>`,
  ];
}

const maxRanges = 400;

function strip(set: DeltaSet, total: number): Markup {
  const bars: Markup[] = [];
  for (const [start, end] of set.ranges()) {
    if (bars.length === maxRanges) break;
    bars.push(
      markup`<rect x="${(1000 * start) / total}" width="${Math.max(1, (1000 * (end - start)) / total)}" height="12"/>`,
    );
  }
  return markup`<svg class="strip" viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label="${count(set.size)} of ${count(total)}">${bars}</svg>`;
}
