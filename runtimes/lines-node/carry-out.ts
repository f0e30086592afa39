import type { LinesPlan, LinesReport } from "../protocol/lines.ts";
import { rewriteOnLoad } from "./loading/rewrite-on-load.ts";
import type { ProgramFiles } from "./program-files.ts";
import type { Trace } from "./report/trace.ts";
import { writeAtEnd } from "./report/write-at-end.ts";
import { changeFunctions, type Hits } from "./rewriting/change-functions.ts";
import { changeSource } from "./rewriting/change-source.ts";
import { parseSiteId } from "./sites/site-id.ts";

/** Rewrites what the program loads from now on, and writes the report when it ends. */
export function carryOut(plan: LinesPlan, files: ProgramFiles, isProgram: boolean): void {
  const { change, trace: isTraced, maxHits } = plan;
  const onExcess = () => {
    write();
    process.kill(process.pid, "SIGPROF");
  };
  const hits: Hits = { count: 0, onExcess, ...(maxHits === undefined ? {} : { max: maxHits }) };
  // A launcher that loads nothing of the program has nothing to report.
  let hasLoaded = isProgram;
  const trace = isTraced ? startTrace(files) : undefined;
  const report = (): LinesReport | undefined =>
    hasLoaded ? { ...trace?.report(), ...(change ? { hits: hits.count } : {}) } : undefined;
  const write = writeAtEnd(plan.report, report);
  const functions = Object.assign(trace?.functions(write) ?? {}, change && changeFunctions(change, hits));
  Object.defineProperty(globalThis, "$culprit", { value: functions, configurable: true });

  const changed = change && parseSiteId(change.site);
  rewriteOnLoad({
    has: (path) => {
      if (!files.has(path)) return false;
      hasLoaded = true;
      return trace !== undefined || files.nameOf(path) === changed?.file;
    },
    rewrite: (source, path, kind) => {
      if (source.includes("$culprit.")) return source;
      const loaded = { source, path, name: files.nameOf(path), ...kind };
      const text = trace ? trace.rewrite(loaded, change) : changeSource(source, changed!, change!.change);
      return text ?? source;
    },
  });
}

/** Loaded only if it is needed: the parser takes longer to load than all the rest. */
function startTrace(files: ProgramFiles): Trace {
  return (require("./report/trace.js") as typeof import("./report/trace.ts")).startTrace(files);
}
