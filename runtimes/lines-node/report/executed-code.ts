import type { LinesReport, Site } from "../../protocol/lines.ts";
import { mapAt, originalPosition, type Position } from "../../shared/source-maps.ts";
import type { ProgramFiles } from "../program-files.ts";
import type { TracedSite, TracedSource } from "../rewriting/mark-source.ts";
import type { NotedValues } from "../rewriting/trace-functions.ts";
import type { CodePosition } from "../sites/site-id.ts";

interface Executed {
  /** For each unit, how often it was executed. */
  readonly marks: Uint32Array;
  readonly noted: NotedValues;
  readonly files: ProgramFiles;
}

/** The lines and sites of traced sources that were executed, where people wrote them. */
export function executedCode(
  sources: readonly TracedSource[],
  { marks, noted, files }: Executed,
): Pick<LinesReport, "lines" | "sites" | "most"> {
  let most = 0;
  const lines = new Map<string, Set<number>>();
  const sites = new Map<string, Site>();
  for (const source of sources) {
    const locate = locator(source);
    for (const { mark, positions } of source.units) {
      const count = marks[mark] ?? 0;
      if (count === 0) continue;
      most = Math.max(most, count);
      for (const each of positions) addLine(lines, locate(each));
    }
    for (const site of source.sites) {
      const place = marks[site.mark] ? locate(site.position) : undefined;
      if (!place || files.isFixed(place.file) || files.isFixed(source.path)) continue;
      const seen = describe(site, place, noted);
      if (seen.changes.length > 0 || seen.seen) sites.set(site.id, seen);
    }
  }
  const sorted = [...lines].map(([file, found]) => [file, [...found].sort((a, b) => a - b)] as const);
  return { lines: Object.fromEntries(sorted), sites: [...sites.values()], most };
}

function addLine(lines: Map<string, Set<number>>, place: Position | undefined): void {
  if (!place) return;
  const known = lines.get(place.file);
  if (known) known.add(place.line);
  else lines.set(place.file, new Set([place.line]));
}

/** Where code was written, which a source map knows; undefined: a compiler added it. */
function locator({ path, map: name }: TracedSource): (position: CodePosition) => Position | undefined {
  const map = name === undefined ? undefined : mapAt(name, path);
  return (position) => (map ? originalPosition({ file: path, ...position }, map) : { file: path, ...position });
}

/** Adding to what was never a number would change nothing. */
function describe(site: TracedSite, { file, line }: Position, { numbers, scalars }: NotedValues): Site {
  const { id, function: name, text, reports, probe } = site;
  const wasNumber = probe === undefined || numbers[probe] !== 0;
  const scalar = probe === undefined ? undefined : scalars[probe];
  return {
    id,
    file,
    line,
    ...(name === undefined ? {} : { function: name }),
    text,
    ...(reports ? { reports } : {}),
    changes: wasNumber ? site.changes : site.changes.filter(({ kind }) => kind !== "number"),
    ...(scalar ? { seen: scalar.map((each) => JSON.stringify(each)) } : {}),
  };
}
