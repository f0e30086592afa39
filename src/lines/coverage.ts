import type { LinesReport } from "../../runtimes/protocol/lines.ts";

/** Which lines a run executes. */
export interface CoveredRun {
  readonly fails: boolean;
  readonly lines: NonNullable<LinesReport["lines"]>;
}

/** How many of the failing and of the passing runs execute a line. */
export interface LineCoverage {
  readonly file: string;
  readonly line: number;
  readonly failing: number;
  readonly passing: number;
  /** From 0 to 1: Ochiai's coefficient of "the line is executed" and "the run fails" (Abreu, Zoeteweij and van Gemund, 2006). */
  readonly suspicion: number;
}

/** The lines that a failing run executes, in no order. */
export function coverageOf(runs: readonly CoveredRun[]): LineCoverage[] {
  const counts = new Map<string, { file: string; line: number; failing: number; passing: number }>();
  for (const { fails, lines } of runs) {
    for (const [file, executed] of Object.entries(lines)) {
      for (const line of executed) {
        const key = `${file}:${line}`;
        const count = counts.get(key) ?? { file, line, failing: 0, passing: 0 };
        counts.set(key, count);
        count[fails ? "failing" : "passing"]++;
      }
    }
  }
  const allFailing = runs.filter(({ fails }) => fails).length;
  return [...counts.values()]
    .filter(({ failing }) => failing > 0)
    .map((each) => ({ ...each, suspicion: ochiai(each, allFailing) }));
}

function ochiai(
  { failing, passing }: { readonly failing: number; readonly passing: number },
  allFailing: number,
): number {
  return failing / Math.sqrt(allFailing * (failing + passing));
}
