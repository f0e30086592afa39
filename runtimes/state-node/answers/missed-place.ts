import type { DriverPlan, PlanAnswer, StopPlace } from "../../protocol/state.ts";
import { isNear } from "../../shared/near-word.ts";
import type { RunNotes } from "../notes/program-notes.ts";

type MissedPlace = Exclude<PlanAnswer, { readonly reached: true }>;

const maxCandidates = 1000;
const maxNamed = 3;

/** Why the program did not reach the place of a plan. */
export function missedPlaceAnswer({ place, moments }: DriverPlan, run: RunNotes): MissedPlace {
  if (!run.notes.some(({ note }) => note === "loaded")) return notLoaded;
  const missed = missedBy(place, run);
  const unwatched = run.notes.flatMap((each) => (each.note === "unwatched" ? each.where : []));
  if (unwatched.length === 0 || nearCandidates(place, missed).length > 0) return missed;
  const where = [...new Set(unwatched)].join(" and ");
  const message = missedPlaceMessage((place ?? moments)!, missed);
  return { failed: true, why: "other", reason: `${message}; what the program does in ${where} is not watched` };
}

const notLoaded: MissedPlace = {
  failed: true,
  why: "not-loaded",
  reason: "culprit's code was not loaded: the command starts no Node program, or starts it without NODE_OPTIONS",
};

function missedBy(place: StopPlace | undefined, { notes, hits }: RunNotes): MissedPlace {
  if (hits) return { missed: "too-few-hits", hits };
  if (!place || hits === 0) return { missed: "unreached" };
  const all = [...new Set(notes.flatMap((each) => (each.note === "candidates" ? each.places : [])))];
  const near = nearPlaces(place, all);
  const candidates = [...near, ...all.filter((each) => !near.includes(each))];
  return { missed: "absent", candidates: candidates.slice(0, maxCandidates) };
}

/** For people who run the driver by hand. */
export function missedPlaceMessage(place: StopPlace, answer: MissedPlace): string {
  if ("failed" in answer) return answer.reason;
  const { function: name, line } = place;
  if (name === undefined && line === undefined) return "none of the program's own code was run";
  const text = placeText(place);
  if (answer.missed === "unreached") return `${text} was not reached`;
  if (answer.missed === "too-few-hits")
    return `${text} was reached ${answer.hits} ${answer.hits === 1 ? "time" : "times"}`;
  const near = nearCandidates(place, answer).slice(0, maxNamed);
  return `${text} is not in the program${near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`}`;
}

function nearCandidates(place: StopPlace | undefined, answer: MissedPlace): readonly string[] {
  return place && "candidates" in answer ? nearPlaces(place, answer.candidates) : [];
}

/** Functions with a similar name; a line is only a candidate if it is the nearest. */
function nearPlaces({ function: name }: StopPlace, candidates: readonly string[]): readonly string[] {
  return name === undefined ? candidates : candidates.filter((each) => isNear(each.split(".").at(-1)!, name));
}

function placeText({ function: name, file, line, hit }: StopPlace): string {
  const where = name ?? (file === undefined ? `line ${line}` : `${file}:${line}`);
  return hit === 1 ? where : `${where}#${hit}`;
}
