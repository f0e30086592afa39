import { clip } from "../../report/html/clip.ts";
import { type Markup, markup } from "../../report/html/markup.ts";
import { visibleInline } from "../../report/html/visible.ts";
import type { Sentence } from "../../report/sentence.ts";
import type { SuspectLine, SuspectLines } from "../finding.ts";
import { changedLines, changeSentence } from "./suspects-text.ts";

const maxShown = 10;
const maxCodeLength = 120;

/** The lines at which changed code makes the failing run pass, as a list. */
export function suspectsSection(finding: SuspectLines): Markup | undefined {
  const changed = changedLines(finding);
  if (changed.length === 0) return undefined;
  return markup`<section>
<h2>Where a change makes it pass</h2>
<ol class="ranked">
${changed.slice(0, maxShown).map(suspect)}</ol>
</section>
`;
}

function suspect({ file, line, text, change }: SuspectLine): Markup {
  return markup`<li>
<h3><code>${file}:${line}</code></h3>
${text !== undefined && markup`<figure class="box"><div class="code"><pre><code>${visibleInline(clip(text, maxCodeLength))}</code></pre></div></figure>\n`}<p>${sentenceMarkup(changeSentence(change!))}</p>
</li>
`;
}

export function sentenceMarkup(sentence: Sentence): Markup {
  const parts = sentence.map((part) =>
    typeof part === "string" ? part : markup`<code>${visibleInline(clip(part.code, maxCodeLength))}</code>`,
  );
  return markup`${parts}`;
}
