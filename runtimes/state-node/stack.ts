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

/** Whether the function at work was gone on with after it had waited, or is what a promise calls: these look alike. */
export function isResumed(own: OwnFiles): boolean {
  const sites = callSites().filter((site) => !site.isAsync());
  const at = sites.findIndex((site) => own.pathOf(site.getFileName() ?? "") !== undefined);
  const below = sites[at + 1]?.getFileName();
  return below === undefined ? at === sites.length - 1 : below === "node:internal/process/task_queues";
}

function pointOf(site: NodeJS.CallSite): Point {
  return { lineNumber: (site.getLineNumber() ?? 1) - 1, columnNumber: (site.getColumnNumber() ?? 1) - 1 };
}
