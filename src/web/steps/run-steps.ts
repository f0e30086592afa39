import { DeltaSet } from "../../core/delta-set.ts";
import type { StepRow } from "../../core/finding.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { StageLine, StepLine } from "../../run/record/step-lines.ts";
import type { FoundSets } from "../../search/assumptions.ts";
import { isKnownSearch } from "../../search/described.ts";
import { DescribedSteps } from "./described-steps.ts";
import { isStage, isStep } from "./known-lines.ts";
import { StepTexts } from "./step-texts.ts";

/** A stage, and what its steps follow from. */
export interface StageOfSteps extends StageLine {
  readonly described?: DescribedSteps;
}

/**
 * All steps of a run, as its log has them. What follows from the answers is computed when it is asked for: the sets of a
 * described search by walking it again, texts by applying patches. So 100,000 steps need little memory.
 */
export class RunSteps {
  readonly stages: StageOfSteps[] = [];
  readonly #lines: StepLine[] = [];
  readonly #stageOf: StageOfSteps[] = [];
  readonly #texts = new StepTexts(this.stages, this.#lines);
  readonly #counts: Record<Outcome, number> = { pass: 0, fail: 0, unresolved: 0 };

  get count(): number {
    return this.#lines.length;
  }

  /** How many steps had each outcome; answers from memory do not count. */
  get counts(): Readonly<Record<Outcome, number>> {
    return this.#counts;
  }

  /** Takes the next line of the log. */
  add(line: StageLine | StepLine): void {
    if (isStep(line)) this.#addStep(line);
    else if (isStage(line)) this.#addStage(line);
  }

  #addStage(line: StageLine): void {
    this.#cutFrom(line.from);
    const described = line.search && isKnownSearch(line.search) ? new DescribedSteps(line.search) : undefined;
    this.stages.push({ ...line, ...(described ? { described } : {}) });
  }

  #addStep(line: StepLine): void {
    const stage = this.stages.findLast(({ from }) => from <= line.step);
    if (!stage || line.step > this.count + 1) return;
    if (line.step <= this.count) this.#cutFrom(line.step);
    this.#lines.push(line);
    this.#countLine(line, 1);
    this.#stageOf.push(stage);
    stage.described?.add(line.answer ?? line.outcome);
  }

  /** A resumed run went another way from this step on. */
  #cutFrom(step: number): void {
    if (step > this.count) return;
    for (const line of this.#lines.slice(step - 1)) this.#countLine(line, -1);
    this.#lines.length = step - 1;
    this.#stageOf.length = step - 1;
    while ((this.stages.at(-1)?.from ?? 0) > step) this.stages.pop();
    const last = this.stages.at(-1);
    last?.described?.cutAfter(step - last.from);
    this.#texts.forget();
  }

  #countLine({ outcome, as }: StepLine, by: 1 | -1): void {
    if (as !== "memory") this.#counts[outcome] += by;
  }

  outcomeAt(step: number): Outcome {
    return this.#lines[step - 1]!.outcome;
  }

  asAt(step: number): StepLine["as"] {
    return this.#lines[step - 1]!.as;
  }

  contentAt(step: number): string {
    return this.#lines[step - 1]!.content;
  }

  stageAt(step: number): StageOfSteps {
    return this.#stageOf[step - 1]!;
  }

  partAt(step: number): string {
    return this.#lines[step - 1]!.part ?? this.stageAt(step).name;
  }

  /** The sizes of a step, and of the sets after it. */
  sizesAt(step: number): Pick<StepRow, "size" | "failing" | "passing"> {
    const line = this.#lines[step - 1]!;
    const { described, from, failing, passing } = this.stageAt(step);
    if (described) return described.sizesAt(step - from);
    return {
      size: line.size ?? 0,
      failing: line.failing ?? failing,
      ...(line.passing === undefined && passing === undefined ? {} : { passing: line.passing ?? 0 }),
    };
  }

  setTextAt(step: number): string {
    const described = this.positionAt(step);
    return described ? described.ask.toString(maxRangesShown) : (this.#lines[step - 1]!.set ?? "");
  }

  /** The set that a step is about, where the log has all of it. */
  setAt(step: number): DeltaSet | undefined {
    const described = this.positionAt(step);
    const { set } = this.#lines[step - 1]!;
    if (described) return described.ask;
    return this.stageAt(step).sets && set !== undefined && /^[\d,-]*$/.test(set) ? DeltaSet.parse(set) : undefined;
  }

  /** The failing set before a step, where the log has it: that of the step that made it so small. */
  failingBefore(step: number): DeltaSet | undefined {
    const { from, sets, total, failing } = this.stageAt(step);
    if (!sets) return undefined;
    const sizeBefore = (at: number) => (at > from ? this.#lines[at - 2]!.failing : undefined) ?? failing;
    const size = sizeBefore(step);
    let at = step;
    while (at > from && sizeBefore(at) === size) at--;
    if (sizeBefore(at) === size) return size === total ? DeltaSet.range(0, total) : undefined;
    const set = this.setAt(at);
    return set?.size === size ? set : undefined;
  }

  /** Whether the search of a step looks for what makes the test pass: its answers are the opposite of the outcomes. */
  looksForPassing(step: number): boolean {
    const { from } = this.stageAt(step);
    const decided = this.#lines.slice(from - 1, step).find(({ outcome }) => outcome !== "unresolved");
    return decided?.answer !== undefined && decided.answer !== decided.outcome;
  }

  /** The position of the search at which it asked. */
  positionAt(step: number) {
    const { described, from } = this.stageAt(step);
    return described?.positionAt(step - from);
  }

  /** What is known after the last step, where the search can be taken again. */
  get best(): FoundSets | undefined {
    return this.#stageOf.at(-1)?.described?.best;
  }

  /** The text that was tested; undefined: worlds are no texts, or this one is not kept. */
  textAt(step: number): Uint8Array | undefined {
    return this.#texts.at(step);
  }

  /** The text before the first step. */
  get startText(): Uint8Array | undefined {
    return this.#texts.start;
  }

  /** The last step before this one that has this outcome and a text; of those that fail, one that became the best. */
  textBefore(step: number, outcome: Outcome): number | undefined {
    return this.#texts.lastBefore(step, outcome);
  }
}

const maxRangesShown = 40;
