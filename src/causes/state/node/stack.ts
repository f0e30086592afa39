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
