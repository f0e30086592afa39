import type { LinesReport } from "../../protocol/lines.ts";
import type { ProgramFiles } from "../program-files.ts";
import type { ChangedSite, TraceCounters, TracedSource } from "../rewriting/mark-source.ts";
import { type LoadedSource, traceCode } from "../rewriting/trace-code.ts";
import { makeNotedValues, type TraceFunctions, traceFunctions } from "../rewriting/trace-functions.ts";
import { executedCode } from "./executed-code.ts";

/** What is known of the lines that this process executes. */
export interface Trace {
  /** The source with marks; undefined: it cannot be parsed. */
  rewrite(source: LoadedSource, changed: ChangedSite | undefined): string | undefined;
  /** The functions for traced code. `write` is called now and then while it runs, in case it is killed. */
  functions(write: () => void): TraceFunctions;
  report(): Pick<LinesReport, "lines" | "sites" | "most">;
}

/** Milliseconds until the first report of a program that does not end; the next ones take twice as long each. */
const firstInterval = 500;

export function startTrace(files: ProgramFiles): Trace {
  const noted = makeNotedValues();
  const sources: TracedSource[] = [];
  const counters: TraceCounters = { marks: 0, probes: 0 };
  const { setTimeout } = globalThis;
  const now = performance.now.bind(performance);
  let functions: TraceFunctions | undefined;
  return {
    rewrite: (source, changed) => {
      const made = traceCode(source, counters, changed);
      if (made) sources.push(made.traced);
      return made?.text;
    },
    functions: (write) => {
      let interval = firstInterval;
      let due = now() + interval;
      const writeIfDue = () => {
        if (now() < due) return;
        write();
        interval *= 2;
        due = now() + interval;
      };
      const wait = () => {
        writeIfDue();
        setTimeout(wait, interval).unref();
      };
      setTimeout(wait, interval).unref();
      functions = traceFunctions(noted, writeIfDue);
      return functions;
    },
    report: () => executedCode(sources, { marks: functions!.u, noted, files }),
  };
}
