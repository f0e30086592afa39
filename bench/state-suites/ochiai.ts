import type { Ranking } from "./scores.ts";
import { type Line, lineKey } from "./subject.ts";

/** Which lines a run executes, and whether it fails. */
export interface Spectrum {
  readonly lines: ReadonlySet<string>;
  readonly fails: boolean;
}

/** Lines by Ochiai's coefficient (Abreu, Zoeteweij, van Gemund 2006); those with the same one are a group. */
export function ochiaiRanking(executable: readonly Line[], spectra: readonly Spectrum[]): Ranking {
  const groups = new Map<number, Line[]>();
  for (const line of executable) {
    const value = coefficient(lineKey(line), spectra);
    groups.set(value, [...(groups.get(value) ?? []), line]);
  }
  return [...groups].sort(([one], [other]) => other - one).map(([, lines]) => lines);
}

/** Failing runs that execute the line, over the square root of all failing runs times all runs that execute it. */
function coefficient(line: string, spectra: readonly Spectrum[]): number {
  const executing = spectra.filter(({ lines }) => lines.has(line));
  const failing = executing.filter(({ fails }) => fails).length;
  const allFailing = spectra.filter(({ fails }) => fails).length;
  // Rounded, so that equal coefficients are equal numbers.
  return failing === 0 ? 0 : Number((failing / Math.sqrt(allFailing * executing.length)).toFixed(12));
}
