import { sentenceMarkup } from "../../../lines/presentation/suspects-section.ts";
import { clip } from "../../../report/html/clip.ts";
import { type Markup, markup } from "../../../report/html/markup.ts";
import { count } from "../../../report/quantity.ts";
import type { Sentence } from "../../../report/sentence.ts";
import type { RankedPlace, StateFinding } from "../finding.ts";
import { type EvidenceText, lineName, placeEvidence, placeText } from "./place-evidence.ts";
import { sourceFigure } from "./source-figure.ts";

const maxPlaces = 20;
const maxLines = 12;
const maxCodeLength = 120;

/** Where the defect may be, the strongest evidence first, as a list; `leads` are said before it. */
export function placesSection(finding: StateFinding, leads: readonly Sentence[] = []): Markup | undefined {
  const { places = [] } = finding;
  if (places.length === 0) return undefined;
  const left = places.length - maxPlaces;
  return markup`<section>
<h2>Where the defect may be</h2>
${leads.map((each) => markup`<p>${sentenceMarkup([...each, "."])}</p>\n`)}<ol class="ranked">
${places.slice(0, maxPlaces).map((each) => placeItem(each, finding))}</ol>
${left > 0 && markup`<p class="more">and ${count(left)} more, in the JSON</p>\n`}</section>
`;
}

function placeItem(place: RankedPlace, finding: StateFinding): Markup {
  const { file, line } = place;
  const text = clip(placeText(place, finding), maxCodeLength);
  return markup`<li>
<h3><code>${file}:${line}</code></h3>
${text !== "" && sourceFigure([{ line, text, marked: false }])}${placeEvidence(place, finding).map(evidence)}</li>
`;
}

function evidence({ sentence, lines = [] }: EvidenceText): Markup {
  const left = lines.length - maxLines;
  const shown = lines
    .slice(0, maxLines)
    .map((each) => ({ line: lineName(each), text: clip(each.text ?? "", maxCodeLength), marked: true }));
  return markup`<p>${sentenceMarkup(sentence)}</p>
${shown.length > 0 && sourceFigure(shown)}${left > 0 && markup`<p class="more">and ${count(left)} more</p>\n`}`;
}
