import type { ShownPair } from "../../../application/pair-follower.ts";
import { sentenceText } from "../../../lines/presentation/suspects-text.ts";
import type { Content } from "../../../report/html/markup.ts";
import type { Sentence } from "../../../report/sentence.ts";
import type { Paint } from "../../../report/terminal/paint.ts";
import type { StateFinding } from "../finding.ts";
import { chainSection } from "../presentation/chain-section.ts";
import { chainText } from "../presentation/chain-text.ts";
import { placesSection } from "../presentation/places-section.ts";
import { placesText } from "../presentation/places-text.ts";
import { dependence } from "../report.ts";

/** What the failure depends on, where the defect may be, and the way from the input to the failure. */
export function pairParagraphs(shown: ShownPair, paint: Paint): string[] {
  const finding = stateFindingOf(shown);
  return [
    sentenceText([...because(finding), "."]),
    placesText(finding, paint, { remedy: undefined }),
    chainText(finding, paint),
  ];
}

export function pairSections(shown: ShownPair, leads: readonly Sentence[]): Content {
  const finding = stateFindingOf(shown);
  return [placesSection(finding, [...leads, because(finding)]), "\n", chainSection(finding)];
}

function because(finding: StateFinding): Sentence {
  return dependence(finding, finding.verdict === "found" ? "It fails because at " : "So far, it fails because at ");
}

/** It was taken from a finding of `culprit state`. */
function stateFindingOf(shown: ShownPair): StateFinding {
  return shown as StateFinding;
}
