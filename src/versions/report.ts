import type { CauseEntry, Finding } from "../core/finding.ts";
import { oldTextOfEntry, textOfEntry } from "../report/entry-text.ts";
import type { FindingReport } from "../report/finding-report.ts";
import { plainReport } from "../report/plain-report.ts";
import { count, counted } from "../report/quantity.ts";
import { differenceSentence, joinCodes, type Sentence, shareOf } from "../report/sentence.ts";
import { changeEntries } from "../report/terminal/change-entries.ts";

/** How changes between versions are shown: where the code was changed, by whom and when. */
export const changesReport: FindingReport = {
  ...plainReport,
  headline: ({ finding }) => causeSentence(finding),
  partialHeadline: ({ finding }) => {
    const { deltas, by } = finding;
    if (isUncommittedAmong(finding)) return [`The cause may be any of ${commitsText(finding)}`];
    // The search has come to its end, but it was stopped before that was confirmed.
    if (isInconsistent(finding)) return causeSentence(finding);
    return deltas.cause === deltas.total ? [`The cause may be any of the ${counted(deltas.total, by)}`] : undefined;
  },
  paragraphs: ({ finding }, paint) => [changeEntries(finding.cause, paint).join("\n"), paint.dim(partsNote(finding))],
  namesFilesFromTop: () => true,
  next: ({ finding: { by, run } }) => (by === "commits" ? `find the lines: culprit resume ${run} --deeper` : undefined),
  confirmation: ({ by, cause }) => {
    if (by !== "commits") return undefined;
    const isCommitted = cause.length > 0;
    return isCommitted
      ? "the commit fails, and the one before it passes"
      : "the working tree fails, the last commit passes";
  },
  proof: ({ by, uncut = 0 }) => {
    if (unitNames[by] === undefined) return undefined;
    const whole = uncut === 0 ? "" : `, nor a change that was not cut (${count(uncut)})`;
    return `no ${unitNames[by]} of it can be left out${whole}`;
  },
  proofs: ({ by, stages }) => {
    const cuts = stages.filter(({ name }) => unitNames[name] !== undefined);
    return by === "changes" || cuts.length < 2
      ? []
      : [`Step by step: ${cuts.map(({ name, deltas }) => shareOf({ by: name, deltas })).join(", ")}.`];
  },
};

/** What cannot be left out, by what was searched last. */
const unitNames: Readonly<Record<string, string>> = {
  changes: "change",
  statements: "statement",
  lines: "line",
  tokens: "part of a line",
};

/** A line with some of its changes made is perhaps in neither version. */
function partsNote({ by, deltas }: Finding): string {
  return by === "tokens" && deltas.cause < deltas.total
    ? "  A line with + has only the parts of the change that the failure needs, so it may be in neither version."
    : "";
}

function onlyPackages(cause: Finding["cause"]): boolean {
  return cause.every((entry) => entry.package !== undefined);
}

function causeSentence(finding: Finding): Sentence {
  const { cause } = finding;
  if (finding.by === "commits") return commitSentence(finding);
  return (onlyPackages(cause) && differenceSentence(cause)) || placesSentence(finding);
}

/** A result that did not hold when it was run again, or was not run again, is no more than a guess. */
function itFails(finding: Finding): string {
  return isInconsistent(finding) ? "It may fail" : "It fails";
}

function isInconsistent({ assumptions }: Finding): boolean {
  return assumptions.some(({ assumption }) => assumption === "consistent");
}

/** For a search that stopped at the commit. */
function commitSentence(finding: Finding): Sentence {
  const { cause, deltas } = finding;
  const [first] = cause;
  if (deltas.cause > 1) return [`${itFails(finding)} since one of ${commitsText(finding)}`];
  if (first?.commit === undefined) return [`${itFails(finding)} because of your uncommitted changes`];
  return [`${itFails(finding)} since `, { code: first.commit.slice(0, 10) }, ` by ${first.author}, ${first.date}`];
}

/** What is not committed counts as one more among the commits. */
function commitsText(finding: Finding): string {
  const { cause } = finding.deltas;
  if (!isUncommittedAmong(finding)) return counted(cause, "commits");
  return `${counted(cause - 1, "commits")}, or what is not committed`;
}

function isUncommittedAmong({ by, cause }: Finding): boolean {
  return by === "commits" && cause.length > 1 && cause.some(({ commit }) => commit === undefined);
}

const maxPlaces = 3;

function placesSentence(finding: Finding): Sentence {
  const { cause } = finding;
  const main = cause.filter(({ context }) => !context);
  const places = [...new Set(main.map(placeOf))];
  const more = places.length > maxPlaces ? [`${count(places.length - maxPlaces)} more places`] : [];
  const [first] = main;
  const one = first?.commit !== undefined && main.every(({ commit }) => commit === first.commit);
  const by = one ? [", changed in ", { code: first.commit!.slice(0, 10) }, ` by ${first.author}, ${first.date}`] : [];
  return [`${itFails(finding)} because of `, ...joinCodes(places.slice(0, maxPlaces), more), ...by];
}

function placeOf(entry: CauseEntry): string {
  const { file = "", line } = entry;
  if (entry.package !== undefined) return textOfEntry(entry) || `the lack of ${oldTextOfEntry(entry)}`;
  return line === undefined ? file : `${file}:${line}`;
}
