import { type Outcome, outcomes } from "../../core/outcome.ts";
import { type Markup, markup } from "../../report/html/markup.ts";

/** What stays while the reader goes from step to step. */
export function browserFrame(): Markup {
  return markup`<div class="plot-place"><div class="plot-drawing"></div><div class="cursor" hidden></div></div>
<p class="filters" role="group" aria-label="Filters">Show ${outcomes.map(outcomeFilter)}
<label><input type="checkbox" name="memory"> answers from memory</label>
<label>of <select name="part"><option value="">all parts</option></select></label></p>
<input type="range" class="slider" min="0" max="0" value="0" step="1" aria-label="Step">
<p class="walk">
${button("first", "First")}${button("previous", "Previous")}${button("next", "Next")}${button("last", "Last")}
${button("previous-fail", "Previous that fails")}${button("next-fail", "Next that fails")}
</p>
<p class="walk"><output></output>
<button type="button" data-act="link">Copy link</button>
<button type="button" data-act="prompt">Copy as prompt</button>
</p>
<p class="soft keys">Keys: ← and → go to the previous and the next step; f, p and u to the next one that fails, passes or is unresolved, with Shift to the previous.</p>
<div class="step"></div>`;
}

function outcomeFilter(outcome: Outcome): Markup {
  return markup`<label><input type="checkbox" name="${outcome}" checked> <span class="${outcome}">${outcome}</span></label>\n`;
}

function button(where: string, label: string): Markup {
  return markup`<button type="button" data-go="${where}">${label}</button>\n`;
}
