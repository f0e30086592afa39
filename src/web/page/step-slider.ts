import { count } from "../../report/quantity.ts";
import type { RunSteps } from "../steps/run-steps.ts";
import type { ShownSteps } from "../steps/shown-steps.ts";
import { find } from "./html.ts";

/** Moves the slider to the step that the reader is at, and says which one that is. */
export function drawSlider(root: HTMLElement, steps: RunSteps, shown: ShownSteps): void {
  // There is nothing to walk through, and nothing to choose from.
  root.classList.toggle("empty", steps.count === 0);
  const slider = find<HTMLInputElement>(root, ".slider");
  const isEmpty = shown.count === 0;
  const last = Math.max(0, shown.count - 1);
  if (Number(slider.max) !== last) slider.max = `${last}`;
  slider.value = `${shown.place}`;
  slider.disabled = isEmpty;
  for (const act of ["link", "prompt"]) find<HTMLButtonElement>(root, `[data-act="${act}"]`).disabled = isEmpty;
  const text = isEmpty ? "No step" : `Step ${count(shown.current)} of ${count(steps.count)}`;
  slider.setAttribute("aria-valuetext", isEmpty ? text : `${text}, ${steps.outcomeAt(shown.current)}`);
  find(root, "output").textContent = text;
}
