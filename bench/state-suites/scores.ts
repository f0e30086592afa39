import { type Line, lineKey } from "./subject.ts";

/** The likeliest lines first; lines in one group are equally likely. */
export type Ranking = readonly (readonly Line[])[];

export interface Score {
  /** The place of the first defective line; not set if it is not in the list. */
  readonly rank?: number;
  /** Lines between the first answer and the nearest defective line; not set if there is no answer in that file. */
  readonly distance?: number;
  /** The share of the executable lines that stand above the first defective one. */
  readonly read: number;
}

export interface Truth {
  readonly defect: readonly Line[];
  readonly executable: readonly Line[];
}

/** How well a ranking names the defect. */
export function scoreOf(ranking: Ranking, { defect, executable }: Truth): Score {
  const defective = new Set(defect.map(lineKey));
  const listed = new Set<string>();
  const distance = distanceOf(ranking[0] ?? [], defect);
  for (const group of ranking) {
    const fresh = new Set(group.map(lineKey).filter((key) => !listed.has(key)));
    const rank = listed.size + expectedPlace(fresh, defective);
    for (const key of fresh) listed.add(key);
    if (Number.isFinite(rank)) return { rank, ...distance, read: shareAbove(rank, executable) };
  }
  const rest = new Set(executable.map(lineKey).filter((key) => !listed.has(key)));
  const rank = listed.size + expectedPlace(rest, defective);
  return { ...distance, read: Number.isFinite(rank) ? shareAbove(rank, executable) : 1 };
}

/** Where the first of the defective ones is to be expected if the lines are read in any order. */
function expectedPlace(lines: ReadonlySet<string>, defective: ReadonlySet<string>): number {
  const count = [...lines].filter((key) => defective.has(key)).length;
  return count === 0 ? Number.POSITIVE_INFINITY : (lines.size + 1) / (count + 1);
}

function shareAbove(rank: number, executable: readonly Line[]): number {
  return Math.min(1, (rank - 1) / executable.length);
}

/** The mean over the lines of the first group. */
function distanceOf(group: readonly Line[], defect: readonly Line[]): { distance?: number } {
  const distances = group.map((answer) =>
    Math.min(...defect.filter(({ file }) => file === answer.file).map(({ line }) => Math.abs(line - answer.line))),
  );
  const mean = distances.reduce((sum, each) => sum + each, 0) / distances.length;
  return Number.isFinite(mean) ? { distance: mean } : {};
}
