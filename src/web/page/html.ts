import type { Markup } from "../../report/html/markup.ts";

/** Replaces what is in an element. Only markup gets in, and that escapes everything that is not ours. */
export function show(element: Element, content: Markup): void {
  element.innerHTML = content.html;
}

/** The element for a selector, which is there because we have just made it. */
export function find<E extends Element = HTMLElement>(root: ParentNode, selector: string): E {
  return root.querySelector<E>(selector)!;
}

/** Copies a text and says so on the button for a moment. Pages without HTTPS may lack the clipboard: then it is shown. */
export async function copy(text: string, button: HTMLElement): Promise<void> {
  const label = button.dataset.label ?? button.textContent ?? "";
  button.dataset.label = label;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    window.prompt("Copy this:", text);
  }
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
}
