/**
 * The marks in a traced source. A unit counts its executions: `$culprit.u[UNIT]++`. A value goes through a function that
 * notes what it was; see `TraceFunctions`.
 */
import type { Site } from "../../protocol/lines.ts";
import type { Edits } from "../../shared/edits.ts";
import { describeSite } from "../sites/describe-site.ts";
import { shownText } from "../sites/one-line.ts";
import { mayBeNumber, possibleChanges } from "../sites/possible-changes.ts";
import { type CodePosition, type CodePositions, siteIdText } from "../sites/site-id.ts";
import type { CodeSite, SiteVisitor, Unit } from "../sites/visit-sites.ts";
import { changeSite } from "./change-site.ts";

export interface TracedUnit {
  /** Its element in the marks. */
  readonly mark: number;
  /** One for each line of its code. */
  readonly positions: readonly CodePosition[];
}

export interface TracedSite extends Pick<Site, "id" | "function" | "text" | "reports" | "changes"> {
  readonly mark: number;
  /** Its element in the noted values, if they are noted. */
  readonly probe?: number;
  readonly position: CodePosition;
}

/** What is needed to tell, at the end, which lines and sites of a loaded file were executed. */
export interface TracedSource {
  readonly path: string;
  /** The `sourceMappingURL` of the code. */
  readonly map?: string;
  readonly units: readonly TracedUnit[];
  readonly sites: readonly TracedSite[];
}

/** The next free elements. */
export interface TraceCounters {
  marks: number;
  probes: number;
}

/** The id of a site, and its change. */
export interface ChangedSite {
  readonly site: string;
  readonly change: string;
}

interface Marking {
  /** A compiler or a test runner made the source from another one. */
  readonly isCompiled: boolean;
  readonly file: string;
  readonly source: string;
  readonly positions: CodePositions;
  readonly edits: Edits;
  readonly counters: TraceCounters;
  readonly changed?: ChangedSite;
}

interface Marker {
  readonly visitor: SiteVisitor;
  /** What the visit has found. */
  found(): Pick<TracedSource, "units" | "sites">;
}

/** A visitor that adds the marks of a source. */
export function markSource(marking: Marking): Marker {
  const { source, positions, edits, counters, changed, isCompiled } = marking;
  const first = counters.marks;
  const units: Unit[] = [];
  const sites: TracedSite[] = [];
  const markOf = ({ index }: Unit) => first + index;
  return {
    visitor: {
      unit: (unit, node, form) => {
        if (isCompiled && compilerCode.test(source.slice(node.start, node.end))) return "ignored";
        units.push(unit);
        counters.marks = Math.max(counters.marks, markOf(unit) + 1);
        const mark = `$culprit.u[${markOf(unit)}]++`;
        if (form === "listed") return edits.insert(node.start, `${mark};`);
        edits.insert(node.start, form === "single" ? `{${mark};` : `(${mark},`);
        return () => edits.insert(node.end, form === "single" ? "}" : ")");
      },
      loopBody: ({ start }) => edits.insert(start + 1, "--$culprit.r||$culprit.w();"),
      site: addSite,
    },
    found: () => ({ sites, units: units.map((each) => ({ mark: markOf(each), positions: positionsIn(each) })) }),
  };

  function addSite(site: CodeSite): (() => void) | undefined {
    const changes = possibleChanges(site, source);
    const isProbed = needsProbe(site);
    if (!isProbed && changes.length === 0) return undefined;
    const described = describeSite(site, marking);
    const id = siteIdText(described);
    const probe = isProbed ? counters.probes++ : undefined;
    sites.push({
      id,
      ...(site.functionName === undefined ? {} : { function: site.functionName }),
      text: shownText(source, site.node),
      ...(site.reports ? { reports: true } : {}),
      changes,
      mark: markOf(site.unit),
      ...(probe === undefined ? {} : { probe }),
      position: described.position,
    });
    const { start, end } = site.node;
    // The values of a changed site are not noted.
    if (id === changed?.site) return changeSite({ ...described, source, start, end }, changed.change, edits);
    return probe === undefined ? undefined : addProbe(site, probe);
  }

  function addProbe(site: CodeSite, probe: number): () => void {
    const { start, end, name } = site.node;
    edits.insert(start, ` ${site.isShorthand ? `${name}:` : ""}$culprit.${keepsValues(site) ? "q" : "p"}(${probe},(`);
    return () => edits.insert(end, "))");
  }

  function positionsIn({ offsets }: Unit): CodePosition[] {
    const byLine = new Map<number, CodePosition>();
    for (const offset of offsets) {
      const position = positions.of(offset);
      if (!byLine.has(position.line)) byLine.set(position.line, position);
    }
    return [...byLine.values()];
  }
}

/** Statements that esbuild, vite, TypeScript and babel add for imports and exports. */
const compilerCode =
  /^((const|let|var) |await |Object\.(defineProperty|assign)\(|module\.exports ?= ?|0 ?&& ?\(?)*\(?(__[a-z]|0 ?&& ?\(module\.exports|_?exports\.\w+ ?= ?void|Object\.definePropert(y|ies)\(_?exports)/i;

function needsProbe(site: CodeSite): boolean {
  return site.node.type !== "Literal" && (mayBeNumber(site) || keepsValues(site));
}

/** Values that are assigned, returned or passed can be replaced by others. */
function keepsValues({ node, role, inChain, what }: CodeSite): boolean {
  if (what === "statement" || inChain || !/^(assigned|returned|passed)$/.test(role)) return false;
  return !/^((Array|Object|New|Import|Super)Expression|Super)$/.test(node.type) && node.callee?.type !== "Super";
}
