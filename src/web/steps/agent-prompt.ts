import { count, counted } from "../../report/quantity.ts";
import type { RunModel } from "./run-model.ts";
import type { RunFacts } from "./step-details.ts";
import { rerunOf } from "./step-details.ts";
import { verbOf } from "./verb.ts";

/** Maximum number of characters of a candidate in a prompt. */
const maxCharacters = 4000;
const maxItems = 60;

export interface PromptContext extends RunFacts {
  readonly headline?: string | undefined;
  readonly doubts: readonly string[];
  /** The folder of the run; a report that is sent by mail does not say it. */
  readonly cwd?: string;
}

/** A step and the run around it as a text to give to an agent. */
export function agentPrompt(model: RunModel, step: number, context: PromptContext): string {
  const { steps, trials } = model;
  const outcome = steps.outcomeAt(step);
  const seen = trials.of(steps.contentAt(step));
  const { total, unit } = steps.stageAt(step);
  const rerun = rerunOf(model, step, context);
  const place = context.cwd === undefined ? "" : `, in ${context.cwd}`;
  return [
    `A test fails, and delta debugging (culprit ${context.kind}) looks for the cause by experiment.`,
    `The test: ${context.test}`,
    ...(trials.ends?.printed ? [`The failure: ${trials.ends.printed}`] : []),
    ...(context.headline ? [`What was found so far: ${context.headline}`] : []),
    "",
    `Step ${count(step)} of ${count(steps.count)} (${steps.partAt(step)}): the candidate ${verbOf(outcome)}${seen ? `, ${seen.ended}` : ""}.`,
    ...(seen?.printed ? [`It fails in another way: ${seen.printed}`] : []),
    `The candidate (${count(steps.sizesAt(step).size)} of ${counted(total, unit)}):`,
    "",
    candidateText(model, step),
    "",
    ...(rerun === undefined ? [] : [`To run it again${place}: ${rerun}`, ""]),
    ...(context.doubts.length > 0
      ? ["What speaks against the answer:", ...context.doubts.map((each) => `- ${each}`), ""]
      : []),
    "Explain what in this candidate decides the outcome, which code is responsible, and which experiment would prove you wrong.",
  ].join("\n");
}

function candidateText({ steps }: RunModel, step: number): string {
  const text = steps.textAt(step);
  if (text) return fenced(new TextDecoder().decode(text.subarray(0, maxCharacters)), text.length - maxCharacters);
  const set = steps.setAt(step);
  const { labels } = steps.stageAt(step);
  if (!set || !labels) return steps.setTextAt(step);
  const chosen = labels.filter((_, i) => set.has(i));
  const left = chosen.length - maxItems;
  return [...chosen.slice(0, maxItems).map((label) => `- ${label}`), ...(left > 0 ? [`- … ${left} more`] : [])].join(
    "\n",
  );
}

/** A fence that the text does not contain. */
function fenced(text: string, left: number): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [fence, text.replace(/\n$/, ""), fence, ...(left > 0 ? [`(${count(left)} bytes more)`] : [])].join("\n");
}
