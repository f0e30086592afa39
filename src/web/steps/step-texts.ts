import type { Outcome } from "../../core/outcome.ts";
import { applyPatch } from "../../core/text-patch.ts";
import type { StageLine, StepLine } from "../../run/record/step-lines.ts";

interface TextOfStep {
  readonly step: number;
  readonly text: Uint8Array;
}

/** The texts of steps. The log has them as patches of the best text before them; each of those is made once. */
export class StepTexts {
  readonly #stages: readonly StageLine[];
  readonly #lines: readonly StepLine[];
  /** The texts that others are patches of, in the order of steps. */
  readonly #bases: TextOfStep[] = [];
  #seen = 0;

  constructor(stages: readonly StageLine[], lines: readonly StepLine[]) {
    this.#stages = stages;
    this.#lines = lines;
  }

  /** Lines were replaced: what was made of them no longer holds. */
  forget(): void {
    this.#bases.length = 0;
    this.#seen = 0;
  }

  /** The text before the first step. */
  get start(): Uint8Array | undefined {
    const start = this.#stages.find(({ text }) => text)?.text;
    return start && applyPatch(new Uint8Array(), start);
  }

  at(step: number): Uint8Array | undefined {
    const { text } = this.#lines[step - 1]!;
    const base = text && this.#baseOf(step);
    return base && applyPatch(base, text);
  }

  /** The last step before this one that has this outcome and a text; of those that fail, one that became the best. */
  lastBefore(step: number, outcome: Outcome): number | undefined {
    for (let n = step - 1; n > 0; n--) {
      const line = this.#lines[n - 1]!;
      if (line.outcome === outcome && line.text && (line.base || outcome !== "fail")) return n;
    }
    return undefined;
  }

  /** The text that a step's text is a patch of: the best one before it. */
  #baseOf(step: number): Uint8Array | undefined {
    if (this.#bases.length === 0) {
      const text = this.start;
      if (!text) return undefined;
      this.#bases.push({ step: 0, text });
    }
    for (; this.#seen < step - 1; this.#seen++) {
      const { base, text } = this.#lines[this.#seen]!;
      if (base && text) this.#bases.push({ step: this.#seen + 1, text: applyPatch(this.#bases.at(-1)!.text, text) });
    }
    return this.#bases.findLast((each) => each.step < step)!.text;
  }
}
