import { DeltaSet } from "../../core/delta-set.ts";
import type { StepRow } from "../../core/finding.ts";
import { type Outcome, outcomes } from "../../core/outcome.ts";
import { applyPatch } from "../../core/text-patch.ts";
import type { StageLine, StepLine } from "../../run/record/step-lines.ts";
import type { FoundSets } from "../../search/assumptions.ts";
import { isKnownSearch } from "../../search/described.ts";
import { DescribedSteps } from "./described-steps.ts";
import type { TrialEvidence } from "./trials.ts";

/** A step as the page lists it. */
export interface Step extends StepRow {
  /** The unit that sizes are counted in. */
  readonly unit: string;
  readonly as?: "memory" | "check" | undefined;
}

/** A stage, and what its steps follow from. */
export interface StageOfSteps extends StageLine {
  readonly index: number;
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
  readonly #evidence: (content: string) => TrialEvidence | undefined;
  #texts = new TextsByStep([]);

  constructor(evidence: (content: string) => TrialEvidence | undefined) {
    this.#evidence = evidence;
  }

  get count(): number {
    return this.#lines.length;
  }

  /** Takes the next line of the log. One that is damaged, or of a later version, may contain anything. */
  add(line: StageLine | StepLine): void {
    if (isStep(line)) this.#addStep(line);
    else if (isStage(line)) this.#addStage(line);
  }

  #addStage(line: StageLine): void {
    this.#cutFrom(line.from);
    const described = line.search && isKnownSearch(line.search) ? new DescribedSteps(line.search) : undefined;
    this.stages.push({ ...line, index: this.stages.length, ...(described ? { described } : {}) });
  }

  #addStep(line: StepLine): void {
    const stage = this.stages.findLast(({ from }) => from <= line.step);
    if (!stage || line.step > this.count + 1) return;
    if (line.step <= this.count) this.#cutFrom(line.step);
    this.#lines.push(line);
    this.#stageOf.push(stage);
    stage.described?.add(line.answer ?? line.outcome);
  }

  /** A resumed run went another way from this step on. */
  #cutFrom(step: number): void {
    if (step > this.count) return;
    this.#lines.length = step - 1;
    this.#stageOf.length = step - 1;
    while ((this.stages.at(-1)?.from ?? 0) > step) this.stages.pop();
    const last = this.stages.at(-1);
    last?.described?.cutAfter(step - last.from);
    this.#texts = new TextsByStep([]);
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

  at(step: number): Step {
    const { outcome, content, as } = this.#lines[step - 1]!;
    const { milliseconds, ended } = this.#evidence(content) ?? {};
    return {
      ...{ step, stage: this.partAt(step), set: this.setTextAt(step), outcome, as, unit: this.stageAt(step).unit },
      ...this.sizesAt(step),
      ...(milliseconds === undefined ? {} : { milliseconds }),
      ...(ended === undefined ? {} : { ended }),
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
    const { text } = this.#lines[step - 1]!;
    const base = text && this.baseTextAt(step);
    return base && applyPatch(base, text);
  }

  /** The text before the first step. */
  get startText(): Uint8Array | undefined {
    const start = this.stages.find(({ text }) => text)?.text;
    return start && applyPatch(new Uint8Array(), start);
  }

  /** The text that a step's text is a patch of: the best one before it. */
  baseTextAt(step: number): Uint8Array | undefined {
    if (this.#texts.isEmpty) {
      const text = this.startText;
      if (!text) return undefined;
      this.#texts = new TextsByStep([{ step: 0, text }]);
    }
    return this.#texts.before(step, this.#lines);
  }

  /** The last step before this one that has this outcome and a text; of those that fail, one that became the best. */
  textBefore(step: number, outcome: Outcome): number | undefined {
    for (let n = step - 1; n > 0; n--) {
      const line = this.#lines[n - 1]!;
      if (line.outcome === outcome && line.text && (line.base || outcome !== "fail")) return n;
    }
    return undefined;
  }
}

const maxRangesShown = 40;

function isStep(line: Partial<StepLine & StageLine>): line is StepLine {
  return isPositive(line.step) && outcomes.includes(line.outcome!) && typeof line.content === "string";
}

function isStage(line: Partial<StepLine & StageLine>): line is StageLine {
  return isPositive(line.from) && typeof line.name === "string" && typeof line.total === "number";
}

function isPositive(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

interface TextOfStep {
  readonly step: number;
  readonly text: Uint8Array;
}

/** The texts that others are patches of, in the order of steps; each is made once. */
class TextsByStep {
  readonly #bases: TextOfStep[];
  #seen = 0;

  constructor(bases: TextOfStep[]) {
    this.#bases = bases;
  }

  get isEmpty(): boolean {
    return this.#bases.length === 0;
  }

  before(step: number, lines: readonly StepLine[]): Uint8Array {
    for (; this.#seen < step - 1; this.#seen++) {
      const { base, text } = lines[this.#seen]!;
      if (base && text) this.#bases.push({ step: this.#seen + 1, text: applyPatch(this.#bases.at(-1)!.text, text) });
    }
    return this.#bases.findLast((each) => each.step < step)!.text;
  }
}
