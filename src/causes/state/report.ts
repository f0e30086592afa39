import type { Story } from "../../core/finding.ts";
import {
  changedLines,
  changePhrase,
  fewLinesSentence,
  surestLineSentence,
} from "../../lines/presentation/suspects-text.ts";
import type { FindingReport } from "../../report/finding-report.ts";
import { plainReport } from "../../report/plain-report.ts";
import { counted } from "../../report/quantity.ts";
import { type Sentence, shareOf } from "../../report/sentence.ts";
import type { StateFinding } from "./finding.ts";
import { causeNames } from "./presentation/cause-names.ts";
import { chainSection } from "./presentation/chain-section.ts";
import { chainText } from "./presentation/chain-text.ts";
import { placesSection } from "./presentation/places-section.ts";
import { placesText } from "./presentation/places-text.ts";

/** Which variable the failure depends on, at one place after the other. */
export const stateReport: FindingReport<StateFinding> = {
  ...plainReport,
  headline: ({ finding }) => defect(finding) ?? dependence(finding, "It fails because at "),
  partialHeadline,
  earlyHeadline: ({ finding }) => likeliestDefect(finding, "So far, it passes ") ?? noChangeYet(finding),
  commands: ({ commands }) => commands,
  places: ({ places = [] }) => places.slice(0, maxPlaces),
  paragraphs: ({ finding }, paint) => [dependenceText(finding), placesText(finding, paint), chainText(finding, paint)],
  sections: (story) => [placesSection(story.finding), plainReport.sections(story), "\n", chainSection(story.finding)],
};

/** Maximum number of lines that other programs show as the defect; the list in the report is longer. */
const maxPlaces = 3;

function defect(finding: StateFinding): Sentence | undefined {
  return wholeChange(finding) ?? (finding.cause.length > 0 ? undefined : likeliestDefect(finding));
}

/** A line at which a change puts all runs right says more than a variable. */
function wholeChange(finding: StateFinding): Sentence | undefined {
  return surestLineSentence(finding) ?? fewLinesSentence(finding);
}

/** Where no variable is the cause. */
function likeliestDefect(finding: StateFinding, opening = "It passes "): Sentence | undefined {
  const [first] = changedLines(finding);
  if (!first) return undefined;
  return [opening, ...changePhrase(first.change!), " at ", { code: `${first.file}:${first.line}` }];
}

function noChangeYet({ changesTried }: StateFinding): Sentence | undefined {
  if (!changesTried || changesTried.tried === 0) return undefined;
  return [`So far, it passes with none of ${counted(changesTried.tried, "changes")} of code`];
}

/** Where the headline is about a line, what the failure depends on comes second. */
function dependenceText(finding: StateFinding): string {
  if (!wholeChange(finding) || finding.cause.length === 0) return "";
  const sentence = dependence(finding, "At ");
  return `${sentence.map((part) => (typeof part === "string" ? part : part.code)).join("")}.`;
}

/** The place is part of what is known: elsewhere it may be another variable. */
function partialHeadline({ finding }: Story<StateFinding>): Sentence | undefined {
  const [first, second] = finding.cause;
  if (first?.place === undefined) return undefined;
  if (second === undefined) return dependence(finding, "So far, it fails because at ");
  return ["So far, at ", { code: first.place }, ` the cause is among ${shareOf(finding)}`];
}

/** The variable that the failure depends on, at the place of the answer. */
export function dependence({ cause, onTopOf }: StateFinding, opening: string): Sentence {
  const [first, ...others] = cause;
  if (first?.variable === undefined || first.place === undefined) return ["It fails because of its state"];
  const { place, old = "", new: now = "" } = first;
  const [name = ""] = causeNames([first]);
  const what = [{ code: place }, ", ", { code: name }, " is ", { code: now }, " instead of ", { code: old }];
  const more = others.length === 0 ? [] : [`, together with ${counted(others.length, "other values")}`];
  const base = onTopOf ? [`, on top of ${counted(onTopOf.values, "other values")} of the failing run`] : [];
  return [opening, ...what, ...more, ...base];
}
