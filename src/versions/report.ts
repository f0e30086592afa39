import type { CauseEntry, Finding } from "../core/finding.ts";
import { oldTextOfEntry, textOfEntry } from "../report/entry-text.ts";
import type { FindingReport } from "../report/finding-report.ts";
import { plainReport } from "../report/plain-report.ts";
import { count } from "../report/quantity.ts";
import { differenceSentence, joinCodes, type Sentence } from "../report/sentence.ts";
import { changeEntries } from "../report/terminal/change-entries.ts";

/** How changes between versions are shown: where the code was changed, by whom and when. */
export const changesReport: FindingReport = {
  ...plainReport,
  headline: ({ finding: { cause } }) => (onlyPackages(cause) && differenceSentence(cause)) || placesSentence(cause),
  paragraphs: ({ finding: { cause } }, paint) => [changeEntries(cause, paint).join("\n")],
};

function onlyPackages(cause: Finding["cause"]): boolean {
  return cause.every((entry) => entry.package !== undefined);
}

const maxPlaces = 3;

function placesSentence(cause: Finding["cause"]): Sentence {
  const main = cause.filter(({ context }) => !context);
  const places = [...new Set(main.map(placeOf))];
  const more = places.length > maxPlaces ? [` and ${count(places.length - maxPlaces)} more places`] : [];
  const [first] = main;
  const one = first?.commit !== undefined && main.every(({ commit }) => commit === first.commit);
  const by = one ? [", changed in ", { code: first.commit!.slice(0, 10) }, ` by ${first.author}, ${first.date}`] : [];
  return ["It fails because of ", ...joinCodes(places.slice(0, maxPlaces)), ...more, ...by];
}

function placeOf(entry: CauseEntry): string {
  const { file = "", line } = entry;
  if (entry.package !== undefined) return textOfEntry(entry) || `the lack of ${oldTextOfEntry(entry)}`;
  return line === undefined ? file : `${file}:${line}`;
}
