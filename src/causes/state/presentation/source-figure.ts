import { type Markup, markup } from "../../../report/html/markup.ts";
import { visibleAround } from "../../../report/html/visible.ts";
import type { SourceLine } from "../finding.ts";

/** Lines of source code with their numbers, or with what is to be shown instead. */
export function sourceFigure(lines: readonly (Omit<SourceLine, "line"> & { line: number | string })[]): Markup {
  const numbers = lines.map(({ line }) => line).join("\n");
  const code = lines.map(({ text, marked }) => {
    const [, indent, rest] = /^(\s*)(.*)$/s.exec(text)!;
    return markup`${visibleAround(indent!)}${marked ? markup`<mark>${visibleAround(rest!)}</mark>` : visibleAround(rest!)}\n`;
  });
  return markup`<figure class="box"><div class="code"><pre><span class="lines" aria-hidden="true">${numbers}</span><code>${code}</code></pre></div></figure>
`;
}
