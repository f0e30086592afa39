import type { OwnFiles } from "../scripts/own-files.ts";
import type { Point } from "../scripts/point.ts";

/** The frames of the program below the condition of a breakpoint. What the program set for its own stack traces stays as it is. */
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

/** A frame in one of the program's own files. */
export interface OwnSite {
  readonly path: string;
  readonly point: Point;
  /** Number of frames below it. */
  readonly depth: number;
}

/** Innermost first, without async functions that only wait for these frames. */
export function ownSites(own: OwnFiles): OwnSite[] {
  const sites = runningSites();
  return sites.flatMap((site, index) => {
    const path = own.pathOf(site.getFileName() ?? "");
    return path === undefined ? [] : [{ path, point: pointOf(site), depth: sites.length - index - 1 }];
  });
}

/** Whether the running function was resumed after an `await`, or called by a promise: the two look alike. */
export function isResumedByPromise(own: OwnFiles): boolean {
  const sites = runningSites();
  const at = sites.findIndex((site) => own.pathOf(site.getFileName() ?? "") !== undefined);
  const below = sites[at + 1]?.getFileName();
  return below === undefined ? at === sites.length - 1 : below === "node:internal/process/task_queues";
}

function runningSites(): NodeJS.CallSite[] {
  return callSites().filter((site) => !site.isAsync());
}

function pointOf(site: NodeJS.CallSite): Point {
  return { lineNumber: (site.getLineNumber() ?? 1) - 1, columnNumber: (site.getColumnNumber() ?? 1) - 1 };
}
