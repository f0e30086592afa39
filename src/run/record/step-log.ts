import { patchBetween, type TextPatch } from "../../core/text-patch.ts";
import { Journal } from "../../trial/journal.ts";
import type { StageLine, StepLine } from "./step-lines.ts";

/** A step, with the text of its world if that is a text. */
export interface LoggedStep extends Omit<StepLine, "step" | "text" | "base"> {
  readonly text?: Uint8Array | undefined;
  /** It is the best result so far: texts after it are kept as patches of this one. */
  readonly isBest: boolean;
}

/** Maximum size of a text in bytes, of a patch in characters, and of a patch that others build on. */
const maxText = 1_000_000;
const maxPatch = 4000;
const maxBasePatch = 400_000;
/** Milliseconds that a line may wait. */
const flushInterval = 100;

/**
 * The steps of a run beside its journal, for people who look at them: which trial answered which question. Where the search
 * can be described, its sets are not kept; they follow from the answers. Nothing is read back by a search, and a disk
 * without space for it is no reason to stop.
 */
export class StepLog {
  readonly #path: string;
  readonly #beforeAppend: ((text: string) => void) | undefined;
  #journal: Journal | undefined;
  #isBroken = false;
  /** What earlier sessions have logged, by the number of the step; a resumed run takes the same steps again. */
  #known: (StepLine | undefined)[] = [];
  #stages = new Set<string>();
  #steps = 0;
  #base: Uint8Array | undefined;
  /** Lines for the next write: one for each step would cost as much as the journal. A kill loses them, a resumed run adds them. */
  readonly #waiting: (StageLine | StepLine)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string, beforeAppend?: (text: string) => void) {
    this.#path = path;
    this.#beforeAppend = beforeAppend;
  }

  beginStage(stage: Omit<StageLine, "from" | "text">, text?: Uint8Array): void {
    this.#open();
    const isNewBase = text !== undefined && text.length <= maxText && this.#base === undefined;
    if (isNewBase) this.#base = text;
    const from = this.#steps + 1;
    const line: StageLine = { from, ...stage, ...(isNewBase ? { text: [latin1(text)] } : {}) };
    const known = `${from} ${stage.name}`;
    if (!this.#stages.has(known)) this.#append(line);
    this.#stages.add(known);
  }

  add({ text, isBest, ...step }: LoggedStep): void {
    const known = this.#known[++this.#steps];
    if (known?.content === step.content) {
      if (known.base) this.#base = text;
      return;
    }
    // From here on the run takes other steps than an earlier session did.
    if (this.#known.length > this.#steps) {
      this.#known.length = this.#steps;
      this.#stages.clear();
    }
    const patch = this.#patchFor(text, isBest ? maxBasePatch : maxPatch);
    const isBase = isBest && patch !== undefined;
    if (isBase) this.#base = text;
    const { content, outcome, ...rest } = step;
    this.#append({
      ...{ step: this.#steps, content, outcome, ...rest },
      ...(patch ? { text: patch } : {}),
      ...(isBase ? { base: true } : {}),
    });
  }

  close(): void {
    this.#flush();
    this.#journal?.close();
    this.#journal = undefined;
  }

  #patchFor(text: Uint8Array | undefined, maxLength: number): TextPatch | undefined {
    if (text === undefined || this.#base === undefined || text.length > maxText) return undefined;
    const patch = patchBetween(this.#base, text);
    return JSON.stringify(patch).length <= maxLength ? patch : undefined;
  }

  #open(): void {
    if (this.#journal || this.#isBroken) return;
    this.#guard(() => {
      const { journal, events } = Journal.open<StageLine | StepLine>(this.#path, this.#beforeAppend);
      this.#journal = journal;
      for (const event of events) {
        if ("step" in event) this.#recall(event);
        else this.#stages.add(`${event.from} ${event.name}`);
      }
    });
  }

  #recall(line: StepLine): void {
    this.#known.length = line.step;
    this.#known.push({ ...line, text: [] });
  }

  #append(line: StageLine | StepLine): void {
    this.#waiting.push(line);
    this.#timer ??= setTimeout(() => this.#flush(), flushInterval).unref();
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#waiting.splice(0);
    if (lines.length > 0) this.#guard(() => this.#journal?.append(...lines));
  }

  #guard(act: () => void): void {
    try {
      if (!this.#isBroken) act();
    } catch {
      this.#isBroken = true;
    }
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
