import type { StopPlace } from "../protocol/state.ts";
import { MissedPlace } from "./plan-errors.ts";

const maxCandidates = 1000;

/** `others`: names of functions, or places in files, one of which may be meant. */
export function absentPlace(place: Omit<StopPlace, "hit">, others: readonly string[]): MissedPlace {
  const candidates = [...new Set(others)].slice(0, maxCandidates);
  return new MissedPlace({ missed: "absent", candidates }, `${placeText(place)} is not in the program`);
}

/** `hits`: how often the program reached the place, fewer times than was wanted. */
export function missedHits(place: Omit<StopPlace, "hit">, hits: number): MissedPlace {
  if (hits === 0) return new MissedPlace({ missed: "unreached" }, `${placeText(place)} was not reached`);
  const times = hits === 1 ? "1 time" : `${hits} times`;
  return new MissedPlace({ missed: "too-few-hits", hits }, `${placeText(place)} was reached ${times}`);
}

function placeText({ function: name, file, line }: Omit<StopPlace, "hit">): string {
  return line === undefined ? (name ?? "") : `${file}:${line}`;
}
