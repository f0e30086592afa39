import { listText } from "../../../core/list-text.ts";
import type { PlaceFinding } from "../isolate/place-finding.ts";
import type { StateRequest } from "../request.ts";
import { contextEntry, maxNames, shortPlace } from "./entries.ts";
import type { StateFindings } from "./findings.ts";

/** What else people should know about a finding, as sentences. */
export function stateNotes({ cwd, maxPlaces }: StateRequest, findings: StateFindings): string[] {
  const { answer, skipped, withoutCause, checkpoints, hitPlaceLimit } = findings;
  return [
    ...contextNotes(answer, cwd),
    ...skipped.map(({ at, reason }) => `Not comparable at ${shortPlace(at, cwd)}: ${reason}.`),
    ...withoutCause.map(({ at, reason }) => `No cause at ${shortPlace(at, cwd)}: ${reason}.`),
    ...checkpoints.flatMap(({ found }) => (found ? valueNotes(found, cwd) : [])),
    ...inputNotes(checkpoints, cwd),
    ...(hitPlaceLimit
      ? [`Parts of the run were not searched, because the limit is ${maxPlaces} places; use --max-places for more.`]
      : []),
  ];
}

function contextNotes(answer: PlaceFinding, cwd: string): string[] {
  const { onTopOf } = contextEntry(answer);
  if (!onTopOf) return [];
  const at = shortPlace(answer.at, cwd);
  const others = `other values of the failing run (${listText(onTopOf.variables, { total: onTopOf.values })})`;
  return answer.complete
    ? [`At ${at} the cause alone does not make it fail, only on top of ${others}.`]
    : [`At ${at} the cause was tested on top of ${others}, and not yet alone.`];
}

function inputNotes(checkpoints: StateFindings["checkpoints"], cwd: string): string[] {
  const found = checkpoints.flatMap((each) => (each.found?.unknownInputs ? [each.found] : []));
  if (found.length === 0) return [];
  const places = [...new Set(found.map(({ at }) => shortPlace(at, cwd)))];
  const files = [...new Set(found.flatMap(({ unknownInputs = [] }) => unknownInputs))];
  return [
    `At ${listText(places, { max: maxNames })} it is not known what was still to be read of ${listText(files)}, so that was not compared.`,
  ];
}

function valueNotes({ at, differences, truncated }: PlaceFinding, cwd: string): string[] {
  const fixed = differences.filter(({ change }) => change === undefined).map(({ name }) => name);
  const place = shortPlace(at, cwd);
  return [
    ...(truncated ? [`At ${place} some values were not captured; use --max-values for more.`] : []),
    ...(fixed.length > 0
      ? [`At ${place} these differ but cannot be changed: ${listText(fixed, { max: maxNames })}.`]
      : []),
  ];
}
