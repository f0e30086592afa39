import type { DeltaSet } from "../../core/delta-set.ts";
import type { SidesDetails } from "../../core/stage-details.ts";
import { count, counted } from "../../report/quantity.ts";
import type { RunModel } from "./run-model.ts";
import type { RunFacts } from "./step-details.ts";
import { rerunOf } from "./step-details.ts";
import { verbOf } from "./verb.ts";
import { chosenItems } from "./views/chosen-items.ts";

/** Maximum number of characters of a candidate in a prompt. */
const maxCharacters = 4000;
const maxItems = 60;

export interface PromptContext extends RunFacts {
  readonly headline?: string | undefined;
  readonly doubts: readonly string[];
}

/** A step and the run around it as a text to give to an agent. */
export function agentPrompt(model: RunModel, step: number, context: PromptContext): string {
  const { steps, trials } = model;
  const outcome = steps.outcomeAt(step);
  const seen = trials.of(steps.contentAt(step));
  const { total, unit } = steps.stageAt(step);
  return [
    `${context.test === "" ? "A program" : "A test"} fails, and delta debugging (culprit ${context.kind}) looks for the cause by experiment.`,
    ...commandsIn(context),
    ...(trials.ends?.printed ? [`The failure: ${trials.ends.printed}`] : []),
    ...(context.headline ? [`What was found so far: ${context.headline}`] : []),
    "",
    `Step ${count(step)} of ${count(steps.count)} (${steps.partAt(step)}): the candidate ${verbOf(outcome)}${seen ? `, ${seen.ended}` : ""}.`,
    ...(seen?.printed ? [`It fails in another way: ${seen.printed}`] : []),
    `The candidate (${count(steps.sizesAt(step).size)} of ${counted(total, unit)}):`,
    "",
    candidateText(model, step),
    "",
    `To run it again: ${rerunOf(model, step, context)}`,
    "",
    ...(context.doubts.length > 0
      ? ["What speaks against the answer:", ...context.doubts.map((each) => `- ${each}`), ""]
      : []),
    "Explain what in this candidate decides the outcome, which code is responsible, and which experiment would prove you wrong.",
  ].join("\n");
}

function commandsIn({ test, commands: { passing, failing } = {} }: PromptContext): string[] {
  return [
    ...(passing === undefined ? [] : [`This passes: ${passing}`]),
    ...(failing === undefined ? [] : [`This fails: ${failing}`]),
    ...(test === "" ? [] : [`The test: ${test}`]),
  ];
}

function candidateText({ steps }: RunModel, step: number): string {
  const text = steps.textAt(step);
  if (text) return fenced(new TextDecoder().decode(text.subarray(0, maxCharacters)), text.length - maxCharacters);
  const set = steps.setAt(step);
  const { labels, details } = steps.stageAt(step);
  if (!set || !labels) return steps.setTextAt(step);
  const sides = details?.kind === "sides" ? details : undefined;
  const chosen = sides ? sidesIn(sides, set) : labels.filter((_, i) => set.has(i));
  if (chosen.length === 0) return "- none of them";
  const left = chosen.length - maxItems;
  return [...chosen.slice(0, maxItems).map((label) => `- ${label}`), ...(left > 0 ? [`- … ${left} more`] : [])].join(
    "\n",
  );
}

/** What the candidate has of the one side, and what stood in its place on the other. */
function sidesIn(sides: SidesDetails, set: DeltaSet): string[] {
  const [, old, now] = sides.heads;
  const rows = chosenItems(sides, set).flatMap(({ item, isIn }) => (isIn ? item : []));
  return rows.map((row) => `${row.name}: ${row.new ?? "none"} (${now}) instead of ${row.old ?? "none"} (${old})`);
}

/** A fence that the text does not contain. */
function fenced(text: string, left: number): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return [fence, text.replace(/\n$/, ""), fence, ...(left > 0 ? [`(${count(left)} bytes more)`] : [])].join("\n");
}
