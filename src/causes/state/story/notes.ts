import { listText } from "../../../core/list-text.ts";
import type { LineCoverage } from "../../../lines/coverage.ts";
import type { LineFindings } from "../../../lines/suspects.ts";
import { count, counted } from "../../../report/quantity.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { namesAt } from "../compare/names-at.ts";
import type { Coverage, PlaceFinding } from "../isolate/place-finding.ts";
import { seenText, unseenClause } from "../isolate/unseen-clause.ts";
import type { StateRequest } from "../request.ts";
import { contextEntry, maxNames, shortPlace } from "./entries.ts";
import type { StateFindings } from "./findings.ts";

/** What else people should know about a finding, as sentences. */
export function stateNotes({ cwd, maxPlaces, forMore }: StateRequest, findings: StateFindings): string[] {
  const { answer, skipped, withoutCause, checkpoints, hitPlaceLimit } = findings;
  const found = checkpoints.flatMap((each) => each.found ?? []);
  return [
    ...contextNotes(answer, cwd),
    ...skipped.map(({ at, reason }) => `Not comparable at ${shortPlace(at, cwd)}: ${reason}.`),
    ...withoutCause.map(({ at, reason }) => `No cause at ${shortPlace(at, cwd)}: ${reason}.`),
    ...found.flatMap((each) => valueNotes(each, cwd)),
    ...inputNotes(found, cwd),
    ...incomparableNotes(found),
    ...lineNotes(findings.lines, cwd),
    ...(findings.lines.reason === undefined ? [] : [`No code was changed, because ${findings.lines.reason}.`]),
    ...(hitPlaceLimit
      ? [
          `Parts of the run were not searched, because the limit is ${maxPlaces} places; ${forMore ?? "use --max-places for more"}.`,
        ]
      : []),
  ];
}

/** What experiments with lines showed besides the places. */
export function lineNotes({ tried, possible, runs, coverage }: LineFindings, cwd: string): string[] {
  const changes = `${count(tried)} of ${count(possible)} possible changes of code were tried, in ${counted(runs, "runs")}.`;
  return [...(tried === 0 ? [] : [changes]), ...onlyFailingNotes(coverage, cwd)];
}

/** More lines than this tell little. */
const maxOnlyFailing = 10;

function onlyFailingNotes(coverage: readonly LineCoverage[], cwd: string): string[] {
  const only = coverage.filter(({ passing }) => passing === 0);
  if (only.length === 0 || only.length > maxOnlyFailing) return [];
  const names = only
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    .map(({ file, line }) => `${shortPath(file, cwd)}:${line}`);
  return [`The failing run executes these lines, and no passing run does: ${listText(names)}.`];
}

function contextNotes(answer: PlaceFinding, cwd: string): string[] {
  const { onTopOf } = contextEntry(answer, cwd);
  if (!onTopOf) return [];
  const at = shortPlace(answer.at, cwd);
  const others = `other values of the failing run (${listText(onTopOf.variables, { total: onTopOf.values })})`;
  return answer.complete
    ? [`At ${at} the cause alone does not make it fail, only on top of ${others}.`]
    : [`At ${at} the cause was tested on top of ${others}, and not yet alone.`];
}

function inputNotes(found: readonly PlaceFinding[], cwd: string): string[] {
  const unknown = found.filter(({ unknownInputs }) => unknownInputs);
  if (unknown.length === 0) return [];
  const places = [...new Set(unknown.map(({ at }) => shortPlace(at, cwd)))];
  const files = [...new Set(unknown.flatMap(({ unknownInputs = [] }) => unknownInputs))];
  return [
    `At ${listText(places, { max: maxNames })} it is not known what was still to be read of ${listText(files)}, so that was not compared.`,
  ];
}

function valueNotes(found: PlaceFinding, cwd: string): string[] {
  const { at, differences, coverage } = found;
  const fixed = differences.filter(({ change }) => change === undefined).map(namesAt(found, cwd).nameOf);
  const place = shortPlace(at, cwd);
  return [
    ...(coverage ? [coverageNote(coverage, place)] : []),
    ...(fixed.length > 0
      ? [`At ${place} these differ but cannot be changed: ${listText(fixed, { max: maxNames })}.`]
      : []),
  ];
}

function coverageNote(coverage: Coverage, place: string): string {
  const unseen = unseenClause(coverage);
  return unseen === undefined
    ? `At ${place} ${seenText(coverage)} were compared one by one, and the others in groups: none was left out.`
    : `At ${place} ${unseen}.`;
}

/** Values of which nothing is known but their type, at any of the places. */
function incomparableNotes(found: readonly PlaceFinding[]): string[] {
  const texts = found.flatMap(({ incomparable = [] }) => incomparable.map(({ name, type }) => `${name} (${type})`));
  const names = [...new Set(texts)];
  return names.length === 0 ? [] : [`These values cannot be compared: ${listText(names, { max: maxNames })}.`];
}
