import type { LinesReport } from "../../runtimes/protocol/lines.ts";

/** What all processes of a run reported together. */
export function mergeReports(reports: readonly LinesReport[]): LinesReport {
  const [first = {}, ...others] = reports;
  if (others.length === 0) return first;
  const lines: Record<string, number[]> = {};
  for (const [file, executed] of reports.flatMap((each) => Object.entries(each.lines ?? {})))
    lines[file] = [...new Set([...(lines[file] ?? []), ...executed])].sort((a, b) => a - b);
  return {
    lines,
    sites: [...new Map(reports.flatMap(({ sites = [] }) => sites).map((each) => [each.id, each])).values()],
    most: Math.max(...reports.map(({ most = 0 }) => most)),
    hits: reports.reduce((sum, { hits = 0 }) => sum + hits, 0),
  };
}
