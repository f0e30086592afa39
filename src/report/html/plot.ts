import type { StepRow, Story } from "../../core/finding.ts";
import { type Outcome, outcomes } from "../../core/outcome.ts";
import { count } from "../quantity.ts";
import { axes } from "./axes.ts";
import { clip } from "./clip.ts";
import { evenly } from "./evenly.ts";
import { type Frame, frame } from "./frame.ts";
import { type Markup, markup } from "./markup.ts";
import { shape } from "./shape.ts";
import { type StageSteps, type SteppedStory, stageSteps } from "./stage-steps.ts";
import { stepLine, tenth } from "./step-line.ts";

const maxMarks = 3000;
/** More marks than this are drawn smaller. */
const maxLargeMarks = 300;

/**
 * The delta debugging log of Zeller, Why Programs Fail, figure 13.2: how the failing set shrinks, and the passing one
 * grows, from test to test. On a logarithmic axis two large sets soon look the same, so their difference is drawn, too.
 */
export function plot(story: Story): Markup | undefined {
  if (story.steps.length === 0) return undefined;
  return markup`<section>
<h2>Delta debugging log</h2>
${plotFigure(story)}
</section>`;
}

/** The drawing alone; there is at least one step. Steps are not all tests where some are answered from memory. */
export function plotFigure(story: SteppedStory, unit: "tests" | "steps" = "tests"): Markup {
  const stages = stageSteps(story);
  const measures = frame(story, stages);
  const marked = stepsToMark(story.steps);
  const dense = marked.length > maxLargeMarks;
  const marks = markup`<g class="marks${dense && " dense"}">\n${marked.map((step) => mark(step, measures))}</g>\n`;
  const curves = stages.flatMap((each) => lines(each, measures));
  return markup`<figure class="plot">
<svg viewBox="0 0 ${measures.width} ${measures.height}" role="img" aria-label="The sets' sizes from test to test">
<defs>${outcomes.map((outcome) => markup`<path id="${outcome}" d="${shape(outcome, dense ? 1.7 : 2.6)}"/>`)}</defs>
${axes(measures, unit)}
${dense ? [marks, curves] : [curves, marks]}</svg>
<figcaption>${legend({ withPassing: story.steps.some(narrowsPassing) })}${marked.length < story.steps.length && markup`<p>${count(marked.length)} of ${count(story.steps.length)} ${unit} are marked; the lines are drawn from all.</p>`}</figcaption>
</figure>`;
}

/** Equally many of each outcome, so that the rare ones stay; the failing ones come last, on top of the others. */
function stepsToMark(steps: readonly StepRow[]): readonly StepRow[] {
  const limit = steps.length > maxMarks ? maxMarks / outcomes.length : maxMarks;
  return ["unresolved", "pass", "fail"].flatMap((outcome) =>
    evenly(
      steps.filter((step) => step.outcome === outcome),
      limit,
    ),
  );
}

function mark({ step, size, outcome, ended }: StepRow, { x, y }: Frame): Markup {
  return markup`<use class="${outcome}" href="#${outcome}" x="${tenth(x(step))}" y="${tenth(y.at(size))}"><title>step ${count(step)}, ${count(size)} deltas: ${outcome}${ended && `, ${clip(ended, 100)}`}</title></use>\n`;
}

function lines({ total, steps }: StageSteps, { x, y }: Frame): readonly Markup[] {
  const line = (name: string, start: number, sizeOf: (step: StepRow) => number) => {
    const points = steps.map((step) => ({ x: x(step.step), y: y.at(sizeOf(step)) }));
    const end = sizeOf(steps.at(-1)!);
    const path = stepLine([
      { x: x(steps[0]!.step - 0.5), y: y.at(start) },
      ...points,
      { x: x(steps.at(-1)!.step + 0.5), y: y.at(end) },
    ]);
    const title = `${name}: ${count(start)} → ${count(end)} deltas`;
    return markup`<path class="line ${name}" d="${path}"><title>${title}</title></path>\n`;
  };
  const failing = line("failing", total, (step) => step.failing);
  if (!steps.some(narrowsPassing)) return [failing];
  const passing = (step: StepRow) => step.passing ?? 0;
  return [line("difference", total, (step) => step.failing - passing(step)), line("passing", 0, passing), failing];
}

function narrowsPassing(step: StepRow): boolean {
  return step.passing !== undefined;
}

function legend({ withPassing }: { readonly withPassing: boolean }): Markup {
  const key = (name: string, drawn: Markup) =>
    markup`<li><svg viewBox="0 0 18 9" aria-hidden="true">${drawn}</svg>${name}</li>`;
  const mark = (outcome: Outcome) => markup`<path class="${outcome}" d="${shape(outcome, 2.6)}"/>`;
  const line = (name: string, label: string) => key(label, markup`<path class="line ${name}" d="M0 4.5H18"/>`);
  return markup`<ul class="legend">
${line("failing", "failing set")}${withPassing ? [line("passing", "passing set"), line("difference", "their difference")] : ""}
${outcomes.map((outcome) => key(outcome, markup`<g class="marks" transform="translate(9 4.5)">${mark(outcome)}</g>`))}
</ul>`;
}
