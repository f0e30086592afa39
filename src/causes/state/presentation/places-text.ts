import { sentenceText, severalWhole } from "../../../lines/presentation/suspects-text.ts";
import { count } from "../../../report/quantity.ts";
import type { Paint } from "../../../report/terminal/paint.ts";
import type { RankedPlace, StateFinding } from "../finding.ts";
import { type EvidenceText, lineName, placeEvidence, placeText } from "./place-evidence.ts";

/** As many as people read at a terminal. */
const maxPlaces = 8;
const maxLines = 6;

interface PlacesOptions {
  /** What tells lines apart at each of which a change puts all runs right; undefined: people can do nothing about that. */
  readonly remedy: string | undefined;
}

const moreRuns: PlacesOptions = { remedy: "more passing runs (--also-pass) tell them apart" };

/** Where the defect may be, one line of code after the other, with what was shown about it. */
export function placesText(finding: StateFinding, paint: Paint, { remedy } = moreRuns): string {
  const { places = [] } = finding;
  if (places.length === 0) return "";
  const title =
    places.length === 1 ? "Where the defect may be:" : "Where the defect may be, the strongest evidence first:";
  const shown = places.slice(0, maxPlaces).map((each, i) => placeLines(each, i, { finding, paint }));
  const left = places.length - shown.length;
  const more = left > 0 ? [paint.dim(`  … and ${count(left)} more: --html or --json shows them.`)] : [];
  return [paint.bold(title), ...shown.flat(), ...more, ...severalWhole(finding, remedy)].join("\n");
}

function placeLines(
  place: RankedPlace,
  i: number,
  { finding, paint: { dim } }: { readonly finding: StateFinding; readonly paint: Paint },
): string[] {
  const text = placeText(place, finding);
  const source = text === "" ? "" : `  ${dim(sentenceText([{ code: text }]))}`;
  const evidence = placeEvidence(place, finding).flatMap((each) => evidenceLines(each, dim));
  return [`  ${i + 1}. ${sentenceText([{ code: `${place.file}:${place.line}` }])}${source}`, ...evidence];
}

function evidenceLines({ sentence, lines = [] }: EvidenceText, dim: Paint["dim"]): string[] {
  const places = lines.slice(0, maxLines).map(lineName);
  const width = Math.max(0, ...places.map(({ length }) => length));
  const shown = places.map((place, i) => {
    const text = sentenceText([{ code: lines[i]!.text ?? "" }]);
    return `       ${sentenceText([{ code: place.padStart(width) }])}  ${dim(text)}`;
  });
  const left = lines.length - shown.length;
  return [`     ${sentenceText(sentence)}`, ...shown, ...(left > 0 ? [dim(`       … and ${count(left)} more`)] : [])];
}
