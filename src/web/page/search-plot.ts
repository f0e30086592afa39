import { plotLeft, plotRight, plotWidth } from "../../report/html/frame.ts";
import { plotFigure } from "../../report/html/plot.ts";
import type { RunModel } from "../steps/run-model.ts";
import { find, show } from "./html.ts";

/** The plot of all steps, and a line at the one that the reader is at. */
export class SearchPlot {
  readonly #root: HTMLElement;
  readonly #model: RunModel;
  #plottedAt = 0;
  #plotted = 0;
  #step: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, model: RunModel) {
    this.#root = root;
    this.#model = model;
  }

  /** Draws the plot again, not more often than it takes little of the time. */
  update(): void {
    const { steps } = this.#model;
    if (steps.count === this.#plotted || steps.count === 0) return;
    const wait = this.#plottedAt + 1000 + steps.count / 10 - performance.now();
    if (this.#plotted > 0 && wait > 0) {
      // Steps arrive more often than that: one timer is for all of them.
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.update();
      }, wait + 50);
      return;
    }
    this.#plotted = steps.count;
    this.#plottedAt = performance.now();
    show(find(this.#root, ".plot-drawing"), plotFigure(this.#model.plotted(), "steps"));
    this.markStep(this.#step);
  }

  /** Moves the line to a step; undefined: none is shown. */
  markStep(step: number | undefined): void {
    this.#step = step;
    const cursor = this.#root.querySelector<HTMLElement>(".cursor");
    if (!cursor || this.#plotted === 0) return;
    cursor.hidden = step === undefined || step > this.#plotted;
    if (step === undefined) return;
    const x = plotLeft + ((plotRight - plotLeft) * (step - 0.5)) / this.#plotted;
    // A share of the width, so that it stays as high as the drawing when the window gets another size.
    const { width, height } = find<SVGSVGElement>(this.#root, ".plot-drawing svg").viewBox.baseVal;
    cursor.style.paddingTop = `${(100 * height) / width}%`;
    cursor.style.left = `${(100 * x) / plotWidth}%`;
  }

  /** The step at which the reader has clicked; undefined: the click was elsewhere. */
  stepUnder({ clientX, target }: MouseEvent): number | undefined {
    const svg = (target as Element).closest("svg");
    if (!svg?.closest(".plot-place")) return undefined;
    const { left, width } = svg.getBoundingClientRect();
    const x = ((clientX - left) / width) * plotWidth;
    return Math.round(0.5 + ((x - plotLeft) / (plotRight - plotLeft)) * this.#plotted);
  }
}
