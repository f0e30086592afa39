import { clip } from "../../report/html/clip.ts";
import { type Markup, markup } from "../../report/html/markup.ts";
import { visibleInline } from "../../report/html/visible.ts";
import { count } from "../../report/quantity.ts";
import type { LineChange, SuspectLine, SuspectLines } from "../finding.ts";
import { changedLines, changePhrase, keptText } from "./suspects-text.ts";

const maxShown = 10;
const maxCodeLength = 120;

/** The lines at which changed code makes the failing run pass, as a list. */
export function suspectsSection(finding: SuspectLines): Markup | undefined {
  const changed = changedLines(finding);
  if (changed.length === 0) return undefined;
  return markup`<section>
<h2>Where a change makes it pass</h2>
<ol class="line">
${changed.slice(0, maxShown).map(suspect)}</ol>
</section>
`;
}

function suspect({ file, line, text, change }: SuspectLine): Markup {
  return markup`<li class="station">
<h3><code>${file}:${line}</code></h3>
${text !== undefined && markup`<figure class="box"><div class="code"><pre><code>${visibleInline(clip(text, maxCodeLength))}</code></pre></div></figure>\n`}<p>${evidence(change!)}</p>
</li>
`;
}

function evidence(change: LineChange): Markup {
  const { rescued, failing, kept, passing, instance } = change;
  const phrase = changePhrase(change).map((part) =>
    typeof part === "string" ? part : markup`<code>${visibleInline(clip(part.code, maxCodeLength))}</code>`,
  );
  const passes = failing === 1 ? "the failing run passes" : `${count(rescued)} of ${count(failing)} failing runs pass`;
  return markup`${phrase}, ${passes}${instance === undefined && passing > 0 && keptText(kept, passing)}.`;
}
