import { type Content, markup } from "./html/markup.ts";
import type { Paint } from "./terminal/paint.ts";

/** What to type to see a test pass, and fail, and to find the cause again. */
export interface ShownCommands {
  readonly passing?: string;
  readonly failing?: string;
  readonly again?: string;
}

/** For the terminal. */
export function commandLines({ passing, failing }: ShownCommands = {}, { dim }: Pick<Paint, "dim">): string {
  return [
    ...(passing === undefined ? [] : [`  ${dim("passes")}  ${passing}`]),
    ...(failing === undefined ? [] : [`  ${dim("fails")}   ${failing}`]),
  ].join("\n");
}

/** For the head of the HTML page. */
export function commandRows({ passing, failing }: ShownCommands = {}): Content {
  return [
    ...(passing === undefined ? [] : [markup`<dt>Passes</dt><dd><code>${passing}</code></dd>\n`]),
    ...(failing === undefined ? [] : [markup`<dt>Fails</dt><dd><code>${failing}</code></dd>\n`]),
  ];
}
