import { Edits } from "../../shared/edits.ts";
import { parseSource, type SourceType } from "../../shared/syntax-tree.ts";
import { CodePositions } from "../sites/site-id.ts";
import { visitSites } from "../sites/visit-sites.ts";
import { type ChangedSite, markSource, type TraceCounters, type TracedSource } from "./mark-source.ts";

export interface LoadedSource {
  readonly source: string;
  readonly path: string;
  /** The path below the program's root. */
  readonly name: string;
  readonly type: SourceType;
  /** A test runner has put a function around it. */
  readonly isWrapped?: boolean;
}

export interface TracedCode {
  readonly text: string;
  readonly traced: TracedSource;
}

/** The source with marks, and perhaps with a site changed; undefined: it cannot be parsed. No line moves. */
export function traceCode(
  { source, path, name, type, isWrapped = false }: LoadedSource,
  counters: TraceCounters,
  changed?: ChangedSite,
): TracedCode | undefined {
  const program = parseSource(source, type, { preserveParens: true });
  if (!program) return undefined;
  const map = [...source.matchAll(/^\/[/*][#@] sourceMappingURL=([^\s*]+)/gm)].at(-1)?.[1];
  const edits = new Edits(source);
  const isCompiled = isWrapped || map !== undefined;
  const marking = { isCompiled, file: name, source, edits, counters, positions: new CodePositions(source) };
  const { visitor, found } = markSource({ ...marking, ...(changed ? { changed } : {}) });
  visitSites(program, visitor, { isWrapped });
  return { text: edits.apply().text, traced: { path, ...(map === undefined ? {} : { map }), ...found() } };
}
