import type { ComparedLine, ComparedRow, Comparison, Finding } from "../../core/finding.ts";
import type { Outcome } from "../../core/outcome.ts";
import { count, counted } from "../quantity.ts";
import { type Markup, markup } from "./markup.ts";
import { visibleAround, visibleInline } from "./visible.ts";

/** The passing half of a minimal pair on the left and the failing one on the right, line by line. */
export function sideBySide(comparison: Comparison, { files }: Pick<Finding, "files">): Markup {
  return comparisonTable(comparison, [
    { outcome: "pass", verb: "passes", path: files.passing },
    { outcome: "fail", verb: "fails", path: files.failing },
  ]);
}

/** What stands above one of two texts. */
export interface TextHead {
  readonly outcome: Outcome;
  readonly verb: string;
  readonly path?: string | undefined;
}

/** Two texts side by side. */
export function comparisonTable({ rows, left }: Comparison, heads: readonly [TextHead, TextHead]): Markup {
  return markup`<figure class="box pair"><table>
<colgroup><col class="number"><col><col class="number"><col></colgroup>
<thead><tr>${heads.map(head)}</tr></thead>
<tbody>
${rows.map(row)}${left > 0 && markup`<tr class="gap"><td colspan="4">… ${count(left)} rows more</td></tr>\n`}</tbody>
</table></figure>
`;
}

function head({ outcome, verb, path }: TextHead): Markup {
  const name = path?.slice(path.lastIndexOf("/") + 1);
  return markup`<th colspan="2"><span class="${outcome}">${verb}</span>${name && markup` <code>${name}</code>`}</th>`;
}

function row({ passing, failing, folded }: ComparedRow): Markup {
  if (folded !== undefined)
    return markup`<tr class="gap"><td colspan="4">⋯ ${counted(folded, "equal lines")}</td></tr>\n`;
  return markup`<tr>${cells(passing, failing, "del")}${cells(failing, passing, "ins")}</tr>\n`;
}

/** A line that the other half lacks or has differently is tinted; what differs in it is marked. */
function cells(line: ComparedLine | undefined, other: ComparedLine | undefined, change: "del" | "ins"): Markup {
  if (!line) return markup`<td class="n none"></td><td class="none"></td>`;
  const differs = other === undefined || isMarked(line) || isMarked(other);
  const code = line.pieces.map(({ text, cause }) =>
    cause ? markup`<mark>${visibleInline(text)}</mark>` : visibleAround(text.replace(/\r?\n$/, "")),
  );
  return markup`<td class="n">${line.line}</td><td class="${differs && change}"><code>${code}</code></td>`;
}

function isMarked({ pieces }: ComparedLine): boolean {
  return pieces.some(({ cause }) => cause);
}
