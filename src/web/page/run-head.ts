import { type Content, type Markup, markup } from "../../report/html/markup.ts";
import { count, counted, duration } from "../../report/quantity.ts";
import { commandRows } from "../../report/shown-commands.ts";
import type { Damage } from "../steps/damage.ts";
import type { RunOverview } from "../steps/overview.ts";
import { placeText } from "../steps/place-in-page.ts";
import type { RunModel } from "../steps/run-model.ts";
import { verbOf } from "../steps/verb.ts";

/** The name of the run, its state, and what is tested. */
export function headView({
  headline,
  id,
  folder,
  kind,
  status,
  test,
  commands,
  cwd,
  started,
  hasFinding,
  inner,
  isOld,
  problem,
}: RunOverview): Markup {
  return markup`<p class="verdict">${kind} <span class="status ${status}">${status}</span></p>
<h1>${headline || withoutHeadline({ status, hasFinding })}</h1>
<dl class="summary"><dt>Run</dt><dd><code>${id}</code>, started ${started.slice(0, 19).replace("T", " ")} UTC</dd>
${test && markup`<dt>Test</dt><dd><code>${test}</code></dd>`}${commandRows(commands)}<dt>Folder</dt><dd><code>${cwd}</code></dd>
${inner.length > 0 && markup`<dt>Runs inside</dt><dd>${inner.map((each) => markup`<a href="${placeText({ run: { folder, id: each.id } })}">${each.id.split("/").at(-1)}</a> `)}</dd>`}</dl>
${isOld && markup`<p class="problem">Another version of culprit recorded this run: it can be looked at, but not resumed.</p>`}${problem && markup`<p class="problem">${problem}</p>`}`;
}

function withoutHeadline({ status, hasFinding }: Pick<RunOverview, "status" | "hasFinding">): string {
  if (status === "running") return "Searching …";
  return hasFinding ? "This version of culprit cannot show what was found" : "No finding yet";
}

export interface LiveParts {
  readonly model: RunModel;
  readonly overview: RunOverview;
  /** What is missing in the files cannot be counted. */
  readonly damage: Damage;
}

/** How far the search has come, what came last, and the best result so far. */
export function liveView(parts: LiveParts): Markup {
  const { model, overview, damage } = parts;
  const { steps } = model;
  if (steps.count === 0) return markup`<p>${waiting(parts)}</p>`;
  const last = steps.count;
  const { failing, passing } = steps.sizesAt(last);
  const { total, unit } = steps.stageAt(last);
  const left = failing - (passing ?? 0);
  const isOver = damage.steps !== undefined || (overview.hasFinding && overview.status !== "running");
  return markup`${
    !isOver &&
    markup`<p><b>${count(left)} of ${counted(total, unit)}</b> left${steps.partAt(last) !== unit && `, ${steps.partAt(last)}`}</p>
<progress max="${Math.max(1, total)}" value="${Math.max(0, total - left)}" aria-label="How much is ruled out"></progress>`
  }
${outcomesView(parts)}
<p class="soft">${worldsView(parts)}</p>
${damage.steps === undefined && bestView(model)}`;
}

function outcomesView({ model: { steps }, damage }: LiveParts): Markup {
  const { pass, fail, unresolved } = steps.counts;
  const tests = counted(pass + fail + unresolved, "tests");
  const what = damage.steps === undefined ? `${tests} used` : `${tests} can be read from the damaged log of steps`;
  return markup`<p>${what}: <span class="fail">${count(fail)} fail</span> <span class="pass">${count(pass)} pass</span> <span class="unresolved">${count(unresolved)} unresolved</span></p>`;
}

function worldsView({ model, damage }: LiveParts): Content {
  const { trials } = model;
  if (damage.journal !== undefined) return readableWorlds(model);
  const rate = trials.count / Math.max(trials.seconds, 0.001);
  return [
    `${counted(trials.count, "worlds")} tested in ${duration(1000 * trials.seconds)} (${rate.toFixed(rate < 10 ? 1 : 0)}/s)`,
    trials.sessions > 1 && `, in ${trials.sessions} sessions`,
    lastTrial(model),
  ];
}

function readableWorlds({ trials }: RunModel): string {
  return `The journal is damaged; ${counted(trials.count, "tested worlds")} can be read from it`;
}

function waiting({ model, overview: { status, inner, hasFinding, isOld }, damage }: LiveParts): string {
  const { trials, journal } = model;
  if (damage.steps !== undefined) return "The steps of this run cannot be read.";
  if (inner.length > 0) return "The searches of this run are the runs inside of it.";
  if (damage.journal !== undefined) return `${readableWorlds(model)}, and no steps are recorded.`;
  if (trials.count > 2)
    return `${count(trials.count)} worlds were tested, but no steps are recorded${isOld ? ": another version of culprit made this run" : ""}.`;
  if (status === "running") return trials.ends ? "The ends are run; the search begins." : "The two ends are being run.";
  if (journal.count === 0) return "Nothing was recorded.";
  return `It ended before any step of a search.${hasFinding ? " The finding says why." : ""}`;
}

function lastTrial({ trials: { latest } }: RunModel): Content {
  return latest && ` · the last one ${verbOf(latest.outcome)}, ${latest.ended}, ${duration(latest.milliseconds)}`;
}

/** Characters and items of the best result that are shown. */
const maxCharacters = 600;
const maxItems = 12;

function bestView({ steps }: RunModel): Content {
  const best = steps.textBefore(steps.count + 1, "fail");
  const text = best === undefined ? undefined : steps.textAt(best);
  if (text) {
    const shown = new TextDecoder().decode(text.subarray(0, maxCharacters));
    return markup`<p>The smallest that fails so far (step ${count(best!)}, ${counted(text.length, "bytes")}):</p><pre tabindex="0"><code>${shown}${text.length > maxCharacters && " …"}</code></pre>`;
  }
  const found = steps.best;
  const { labels } = steps.stageAt(steps.count);
  if (!found || !labels) return undefined;
  const set = found.passing ? found.failing.minus(found.passing) : found.failing;
  const items = labels.filter((_, i) => set.has(i));
  return markup`<p>What is left: ${items.slice(0, maxItems).map((item) => markup`<code>${item}</code> `)}${items.length > maxItems && `and ${count(items.length - maxItems)} more`}</p>`;
}
