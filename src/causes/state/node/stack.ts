import type { Point } from "./outline.ts";
import type { OwnFiles } from "./own-files.ts";

/** The frames of the program below the condition of a breakpoint, without touching what the program set for its own traces. */
export function callSites(): readonly NodeJS.CallSite[] {
  const { stackTraceLimit, prepareStackTrace } = Error;
  let sites: readonly NodeJS.CallSite[] = [];
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  Error.prepareStackTrace = (_, trace) => {
    sites = trace;
    return "";
  };
  void new Error().stack;
  Error.stackTraceLimit = stackTraceLimit;
  Error.prepareStackTrace = prepareStackTrace;
  return sites;
}

/** A frame of the program's own files. */
export interface OwnSite {
  readonly path: string;
  readonly point: Point;
  /** How many frames lie below it. */
  readonly depth: number;
}

/** The innermost first. What only waits for these frames to end is no frame. */
export function ownSites(own: OwnFiles): OwnSite[] {
  const sites = callSites().filter((site) => !site.isAsync());
  return sites.flatMap((site, index) => {
    const path = own.pathOf(site.getFileName() ?? "");
    return path === undefined ? [] : [{ path, point: pointOf(site), depth: sites.length - index - 1 }];
  });
}

function pointOf(site: NodeJS.CallSite): Point {
  return { lineNumber: (site.getLineNumber() ?? 1) - 1, columnNumber: (site.getColumnNumber() ?? 1) - 1 };
}
