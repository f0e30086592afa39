import type { Outcome } from "../../core/outcome.ts";
import { plotLeft, plotRight, plotWidth } from "../../report/html/frame.ts";
import { markup } from "../../report/html/markup.ts";
import { plotFigure } from "../../report/html/plot.ts";
import { count } from "../../report/quantity.ts";
import { agentPrompt, type PromptContext } from "../steps/agent-prompt.ts";
import { filterSteps, nearestPlace, noFilter, partsOf, type RunModel, type StepFilter } from "../steps/run-model.ts";
import { stepDetails } from "../steps/step-details.ts";
import type { ComparedWith } from "../steps/world-view.ts";
import { copy, find, show } from "./html.ts";
import { browserFrame } from "./step-browser-frame.ts";

export interface BrowserOptions {
  readonly context: () => PromptContext;
  /** Called when the reader goes to a step. */
  readonly onStep: (step: number) => void;
  /** The address of a step, to pass on. */
  readonly link: (step: number) => string;
  readonly withPlot: boolean;
}

/** The slider over all steps, and the step that it is at. */
export class StepBrowser {
  readonly #root: HTMLElement;
  readonly #model: RunModel;
  readonly #options: BrowserOptions;
  #filter: StepFilter = noFilter;
  #shown: number[] = [];
  #seen = 0;
  #step = 0;
  #isFollowing = true;
  #comparedWith: ComparedWith = "failing";
  #isDrawing = false;
  #plottedAt = 0;
  #plotted = 0;

  constructor(root: HTMLElement, model: RunModel, options: BrowserOptions) {
    this.#root = root;
    this.#model = model;
    this.#options = options;
    show(root, browserFrame());
    this.#listen();
  }

  get step(): number {
    return this.#step;
  }

  /** Takes in steps that have arrived. */
  update(): void {
    const { steps } = this.#model;
    if (steps.count < this.#seen) {
      this.#seen = 0;
      this.#shown = [];
    }
    if (steps.count > this.#seen) {
      const parts = partsOf(steps);
      for (const step of filterSteps(steps, this.#filter, this.#seen + 1)) this.#shown.push(step);
      this.#seen = steps.count;
      this.#offerParts(parts);
    }
    if (this.#isFollowing && this.#shown.length > 0) this.#step = this.#shown.at(-1)!;
    this.#plot();
    this.#draw();
  }

  /** Shows a step; one that the filters hide takes them away. */
  goTo(step: number): void {
    const wanted = Math.min(Math.max(1, step), this.#model.steps.count);
    if (this.#shown[nearestPlace(this.#shown, wanted)] !== wanted) this.#showAll();
    this.#goToPlace(nearestPlace(this.#shown, wanted));
  }

  #showAll(): void {
    this.#filter = { ...noFilter, withMemory: true };
    for (const box of this.#root.querySelectorAll<HTMLInputElement>(".filters input")) box.checked = true;
    find<HTMLSelectElement>(this.#root, '[name="part"]').value = "";
    this.#shown = filterSteps(this.#model.steps, this.#filter);
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

  #listen(): void {
    const slider = find<HTMLInputElement>(this.#root, ".slider");
    slider.addEventListener("input", () => this.#goToPlace(Number(slider.value)));
    this.#root.addEventListener("change", (event) => this.#onChange(event.target as HTMLInputElement));
    this.#root.addEventListener("click", (event) => this.#onClick(event));
  }

  #onChange(target: HTMLInputElement): void {
    if (target.classList.contains("slider")) return;
    const isChecked = (name: string) => find<HTMLInputElement>(this.#root, `[name="${name}"]`).checked;
    const part = find<HTMLSelectElement>(this.#root, '[name="part"]').value;
    this.#filter = {
      outcomes: new Set((["pass", "fail", "unresolved"] as const).filter(isChecked)),
      withMemory: isChecked("memory"),
      part: part === "" ? undefined : part,
    };
    this.#shown = filterSteps(this.#model.steps, this.#filter);
    if (this.#shown.length > 0) this.#step = this.#shown[nearestPlace(this.#shown, this.#step)]!;
    this.#draw();
  }

  #onClick(event: MouseEvent): void {
    const target = event.target as Element;
    const button = target.closest<HTMLElement>("button");
    const svg = target.closest("svg");
    if (svg?.closest(".plot-place")) this.#goToPlace(nearestPlace(this.#shown, this.#stepUnder(event, svg)));
    if (!button) return;
    const { go, compare, copy: text, act } = button.dataset;
    if (go !== undefined) this.#onGo(go);
    else if (compare !== undefined) this.#compareWith(compare as ComparedWith);
    else if (text !== undefined) void copy(text, button);
    else if (act === "link") void copy(this.#options.link(this.#step), button);
    else if (act === "prompt") void copy(agentPrompt(this.#model, this.#step, this.#options.context()), button);
  }

  #onGo(where: string): void {
    if (where === "first") this.#goToPlace(0);
    else if (where === "last") this.#goToPlace(this.#shown.length - 1);
    else if (where === "next-fail") this.#moveTo("fail", 1);
    else if (where === "previous-fail") this.#moveTo("fail", -1);
    else this.#move(where === "next" ? 1 : -1);
  }

  #compareWith(chosen: ComparedWith): void {
    this.#comparedWith = chosen;
    this.#drawNow();
    find(this.#root, `[data-compare="${chosen}"]`)?.focus();
  }

  get #place(): number {
    return nearestPlace(this.#shown, this.#step);
  }

  #move(by: number): void {
    this.#goToPlace(this.#place + by);
  }

  #moveTo(outcome: Outcome, by: 1 | -1): void {
    const { steps } = this.#model;
    let place = this.#place + by;
    while (place >= 0 && place < this.#shown.length && steps.outcomeAt(this.#shown[place]!) !== outcome) place += by;
    if (place >= 0 && place < this.#shown.length) this.#goToPlace(place);
  }

  #goToPlace(place: number): void {
    const at = Math.min(Math.max(0, place), this.#shown.length - 1);
    const step = this.#shown[at];
    if (step === undefined) return;
    this.#step = step;
    // Whoever looks at the last step wants to see the next one.
    this.#isFollowing = at === this.#shown.length - 1;
    this.#options.onStep(step);
    this.#draw();
  }

  #stepUnder({ clientX }: MouseEvent, svg: Element): number {
    const { left, width } = svg.getBoundingClientRect();
    const x = ((clientX - left) / width) * plotWidth;
    return Math.round(0.5 + ((x - plotLeft) / (plotRight - plotLeft)) * this.#plotted);
  }

  /** A slider sends more events than a screen shows. */
  #draw(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => this.#drawNow());
  }

  #drawNow(): void {
    this.#isDrawing = false;
    const slider = find<HTMLInputElement>(this.#root, ".slider");
    const last = Math.max(0, this.#shown.length - 1);
    if (Number(slider.max) !== last) slider.max = `${last}`;
    slider.value = `${this.#place}`;
    slider.disabled = this.#shown.length === 0;
    const { steps } = this.#model;
    const text = this.#shown.length === 0 ? "No step" : `Step ${count(this.#step)} of ${count(steps.count)}`;
    slider.setAttribute("aria-valuetext", this.#shown.length === 0 ? text : `${text}, ${steps.outcomeAt(this.#step)}`);
    find(this.#root, "output").textContent = text;
    const details = find(this.#root, ".step");
    if (this.#shown.length === 0) show(details, this.#emptyView());
    else show(details, stepDetails(this.#model, this.#step, this.#options.context(), this.#comparedWith));
    this.#drawCursor();
  }

  #emptyView() {
    return this.#model.steps.count === 0
      ? markup`<p class="soft">No step is recorded yet.</p>`
      : markup`<p class="soft">The filters let no step through.</p>`;
  }

  #drawCursor(): void {
    const cursor = this.#root.querySelector<HTMLElement>(".cursor");
    if (!cursor || this.#plotted === 0) return;
    const x = plotLeft + ((plotRight - plotLeft) * (this.#step - 0.5)) / this.#plotted;
    cursor.hidden = this.#step > this.#plotted;
    cursor.style.height = `${this.#root.querySelector(".plot-drawing svg")?.clientHeight ?? 0}px`;
    cursor.style.left = `${(100 * x) / plotWidth}%`;
  }

  /** Draws the plot again, not more often than it takes little of the time. */
  #plot(): void {
    const { steps } = this.#model;
    if (!this.#options.withPlot || steps.count === this.#plotted || steps.count === 0) return;
    const wait = this.#plottedAt + 1000 + steps.count / 10 - performance.now();
    if (this.#plotted > 0 && wait > 0) {
      setTimeout(() => this.#plot(), wait + 50);
      return;
    }
    this.#plotted = steps.count;
    this.#plottedAt = performance.now();
    show(find(this.#root, ".plot-drawing"), plotFigure(this.#model.plotted()));
    this.#drawCursor();
  }

  #offerParts(parts: readonly string[]): void {
    const select = find<HTMLSelectElement>(this.#root, '[name="part"]');
    if (select.options.length === parts.length + 1) return;
    const { value } = select;
    show(
      select,
      markup`<option value="">all parts</option>${parts.map((part) => markup`<option value="${part}">${part}</option>`)}`,
    );
    select.value = value;
  }
}

const outcomeOfKey: Readonly<Record<string, Outcome>> = { f: "fail", p: "pass", u: "unresolved" };
