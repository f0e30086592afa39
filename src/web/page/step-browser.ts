import type { Outcome } from "../../core/outcome.ts";
import { markup } from "../../report/html/markup.ts";
import { agentPrompt, type PromptContext } from "../steps/agent-prompt.ts";
import { partsOf, type RunModel } from "../steps/run-model.ts";
import { ShownSteps } from "../steps/shown-steps.ts";
import { stepDetails } from "../steps/step-details.ts";
import type { ComparedWith } from "../steps/world-view.ts";
import { clearFilter, offerParts, readFilter } from "./filter-form.ts";
import { copy, find, show } from "./html.ts";
import { SearchPlot } from "./search-plot.ts";
import { browserFrame } from "./step-browser-frame.ts";
import { drawSlider } from "./step-slider.ts";

export interface BrowserOptions {
  readonly context: () => PromptContext;
  /** Called when the reader goes to a step, or the filters let none through. */
  readonly onStep: (step: number | undefined) => void;
  /** The address of a step, to pass on. */
  readonly link: (step: number) => string;
  readonly withPlot: boolean;
}

/** The slider over all steps, and the step that it is at. */
export class StepBrowser {
  readonly #frame = document.createElement("div");
  readonly #model: RunModel;
  readonly #options: BrowserOptions;
  readonly #shown: ShownSteps;
  readonly #plot: SearchPlot | undefined;
  #comparedWith: ComparedWith = "failing";
  #isDrawing = false;
  #details = "";

  constructor(root: HTMLElement, model: RunModel, options: BrowserOptions) {
    this.#model = model;
    this.#options = options;
    this.#shown = new ShownSteps(model.steps);
    show(this.#frame, browserFrame());
    root.replaceChildren(this.#frame);
    this.#plot = options.withPlot ? new SearchPlot(this.#frame, model) : undefined;
    this.#listen();
  }

  get step(): number {
    return this.#shown.current;
  }

  /** Whether the next step that arrives will be shown. */
  get isFollowing(): boolean {
    return this.#shown.isFollowing;
  }

  /** Takes in steps that have arrived. */
  update(): void {
    if (this.#shown.takeNew()) offerParts(this.#frame, partsOf(this.#model.steps));
    this.#plot?.update();
    this.#draw();
  }

  /** Shows a step and stays there, or shows the last one if there is no such step; filters that hide it are taken away. */
  goTo(step: number): void {
    const { count } = this.#model.steps;
    const wanted = Math.min(Math.max(1, step), count);
    if (!this.#shown.isShown(wanted)) this.#shown.filterBy(clearFilter(this.#frame));
    this.#goToPlace(this.#shown.placeNear(wanted));
    if (step <= count) this.#shown.stay();
  }

  handleKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea")) return;
    const outcome = outcomeOfKey[event.key.toLowerCase()];
    if (event.key === "ArrowRight") this.#move(1);
    else if (event.key === "ArrowLeft") this.#move(-1);
    else if (outcome) this.#moveTo(outcome, event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  /** Listens to what it has made itself, so that nothing is left when another browser takes its place. */
  #listen(): void {
    const slider = find<HTMLInputElement>(this.#frame, ".slider");
    slider.addEventListener("input", () => this.#goToPlace(Number(slider.value)));
    this.#frame.addEventListener("change", ({ target }) => {
      if (target === slider) return;
      this.#shown.filterBy(readFilter(this.#frame));
      this.#options.onStep(this.#shown.visible);
      this.#draw();
    });
    this.#frame.addEventListener("click", (event) => this.#onClick(event));
  }

  #onClick(event: MouseEvent): void {
    const clicked = this.#plot?.stepUnder(event);
    if (clicked !== undefined) this.#goToPlace(this.#shown.placeNear(clicked));
    const button = (event.target as Element).closest<HTMLElement>("button");
    if (!button) return;
    const { go, compare, copy: text, act } = button.dataset;
    if (go !== undefined) this.#onGo(go);
    else if (compare !== undefined) this.#compareWith(compare as ComparedWith);
    else if (text !== undefined) void copy(text, button);
    else if (act === "link") void copy(this.#options.link(this.step), button);
    else if (act === "prompt") void copy(agentPrompt(this.#model, this.step, this.#options.context()), button);
  }

  #onGo(where: string): void {
    if (where === "first") this.#goToPlace(0);
    else if (where === "last") this.#goToPlace(this.#shown.count - 1);
    else if (where === "next-fail") this.#moveTo("fail", 1);
    else if (where === "previous-fail") this.#moveTo("fail", -1);
    else this.#move(where === "next" ? 1 : -1);
  }

  #compareWith(chosen: ComparedWith): void {
    this.#comparedWith = chosen;
    this.#drawNow();
    find(this.#frame, `[data-compare="${chosen}"]`)?.focus();
  }

  #move(by: number): void {
    this.#goToPlace(this.#shown.place + by);
  }

  #moveTo(outcome: Outcome, by: 1 | -1): void {
    const place = this.#shown.placeWith(outcome, by);
    if (place !== undefined) this.#goToPlace(place);
  }

  #goToPlace(place: number): void {
    const step = this.#shown.goToPlace(place);
    if (step === undefined) return;
    this.#options.onStep(step);
    this.#draw();
  }

  /** A slider sends more events than a screen shows. */
  #draw(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => this.#drawNow());
  }

  #drawNow(): void {
    this.#isDrawing = false;
    drawSlider(this.#frame, this.#model.steps, this.#shown);
    this.#drawDetails();
    this.#plot?.markStep(this.#shown.visible);
  }

  /** While a run works, steps arrive all the time; whoever reads one, scrolls in it or selects a part is not disturbed. */
  #drawDetails(): void {
    const { steps } = this.#model;
    const none = steps.count === 0 ? noStep : noneShown;
    const details =
      this.#shown.count === 0 ? none : stepDetails(this.#model, this.step, this.#options.context(), this.#comparedWith);
    if (details.html === this.#details) return;
    this.#details = details.html;
    show(find(this.#frame, ".step"), details);
  }
}

const noStep = markup`<p class="soft">No step is recorded.</p>`;
const noneShown = markup`<p class="soft">The filters let no step through.</p>`;
const outcomeOfKey: Readonly<Record<string, Outcome>> = { f: "fail", p: "pass", u: "unresolved" };
