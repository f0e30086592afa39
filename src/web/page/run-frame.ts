import { markup } from "../../report/html/markup.ts";

/** The page of a run before anything is known of it. */
export const runFrame = markup`<nav class="page-bar"><a href="#">All runs</a><span class="state" role="status">Loading …</span></nav>
<header class="head"></header>
<section class="live" aria-label="Progress"></section>
<p class="controls"><button type="button" data-act="stop" hidden>Stop</button>
<span class="resume controls" hidden><label>Budget <input type="text" name="budget" placeholder="10m" size="6"></label>
<label>Tests at most <input type="number" name="max-tests" min="1" size="6"></label>
<button type="button" data-act="resume">Resume</button></span></p>
<p class="problem control-problem" role="alert" hidden></p>
<section class="question" aria-live="polite" hidden></section>
<p class="choice" role="group" aria-label="View"><button type="button" data-view="steps">Steps</button><button type="button" data-view="finding">Finding</button></p>
<div class="view-steps"><section class="step-through browser" aria-label="Step through the search"></section>
<section class="doubting" hidden></section></div>
<div class="view-finding" hidden></div>`;
