import { type Content, Markup, markup } from "./markup.ts";

/** What a page needs so that the steps of its run can be looked at one by one, without a server. */
export interface StepThrough {
  readonly script: string;
  /** `sha256-…` of the script: the page is allowed this one and no other. */
  readonly scriptHash: string;
  readonly style: string;
  /** What the script reads: the journal, the steps, and what is known of the run. */
  readonly data: unknown;
}

/** The steps are not on the page, and why. */
export interface StepsLeftOut {
  readonly leftOut: string;
}

type Steps = StepThrough | StepsLeftOut | undefined;

export function scriptPolicy(steps: Steps): Content {
  return steps && "script" in steps && new Markup(`script-src '${steps.scriptHash}'; `);
}

export function stepStyle(steps: Steps): Content {
  return steps && "script" in steps && new Markup(steps.style);
}

/** The script looks for the element with the data, and adds the steps to the page. */
export function stepThrough(steps: Steps): Content {
  if (!steps) return undefined;
  if ("leftOut" in steps) return markup`<p class="more">${steps.leftOut}</p>\n`;
  return markup`<script type="application/json" id="culprit-run">${new Markup(inScript(JSON.stringify(steps.data)))}</script>
<script type="module">${new Markup(steps.script)}</script>
`;
}

/** JSON that no parser of HTML can take for the end of its element. */
function inScript(json: string): string {
  return json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
