import { outcomes } from "../../core/outcome.ts";
import { markup } from "../../report/html/markup.ts";
import { noFilter, type StepFilter } from "../steps/run-model.ts";
import { find, show } from "./html.ts";

/** What the reader has chosen to see. */
export function readFilter(root: HTMLElement): StepFilter {
  const isChecked = (name: string) => find<HTMLInputElement>(root, `[name="${name}"]`).checked;
  const part = partChoice(root).value;
  return {
    outcomes: new Set(outcomes.filter(isChecked)),
    withMemory: isChecked("memory"),
    part: part === "" ? undefined : part,
  };
}

/** Takes all filters away, in the form too. */
export function clearFilter(root: HTMLElement): StepFilter {
  for (const box of root.querySelectorAll<HTMLInputElement>(".filters input")) box.checked = true;
  partChoice(root).value = "";
  return { ...noFilter, withMemory: true };
}

export function offerParts(root: HTMLElement, parts: readonly string[]): void {
  const choice = partChoice(root);
  if (choice.options.length === parts.length + 1) return;
  const { value } = choice;
  show(
    choice,
    markup`<option value="">all parts</option>${parts.map((part) => markup`<option value="${part}">${part}</option>`)}`,
  );
  choice.value = value;
}

function partChoice(root: HTMLElement): HTMLSelectElement {
  return find<HTMLSelectElement>(root, '[name="part"]');
}
