import vm from "node:vm";
import { ProgramFiles } from "../../../runtimes/lines-node/program-files.ts";
import { startTrace } from "../../../runtimes/lines-node/report/trace.ts";
import { changeFunctions } from "../../../runtimes/lines-node/rewriting/change-functions.ts";
import { changeSource } from "../../../runtimes/lines-node/rewriting/change-source.ts";
import { parseSiteId } from "../../../runtimes/lines-node/sites/site-id.ts";
import type { LinesReport, Site } from "../../../runtimes/protocol/lines.ts";

export interface TracedRun extends LinesReport {
  readonly lines: Readonly<Record<string, readonly number[]>>;
  readonly sites: readonly Site[];
  /** The value of the source's last statement. */
  readonly value: unknown;
  readonly text: string;
}

/** Traces a script that runs in this process. */
export function traceScript(source: string): TracedRun {
  const trace = startTrace(new ProgramFiles({ root: "/p", report: "" }));
  const functions = trace.functions(() => {});
  const text = trace.rewrite({ source, path: "/p/a.js", name: "a.js", type: "script" }, undefined)!;
  const value = evaluate(text, functions);
  const { lines, sites } = trace.report();
  return { lines: lines!, sites: sites!, value, text };
}

/** The site with a text; the whole id if there are several. */
export function siteOf({ sites }: Pick<TracedRun, "sites">, text: string): Site {
  const found = sites.filter((site) => site.text === text);
  if (found.length === 0) throw new Error(`no site ${text} among ${sites.map((site) => site.text).join(" | ")}`);
  return found.find((site) => site.changes.length > 0) ?? found[0]!;
}

export interface ChangedRun {
  readonly value: unknown;
  readonly hits: number;
  readonly text: string;
}

/** Runs a script with one site changed. */
export function runChanged(source: string, site: string, change: string, instances = {}): ChangedRun {
  const hits = { count: 0 };
  const text = changeSource(source, parseSiteId(site)!, change);
  if (text === undefined) throw new Error(`${change} is not possible at ${site}`);
  const value = evaluate(text, changeFunctions({ site, change, ...instances }, hits));
  return { value, hits: hits.count, text };
}

function evaluate(text: string, functions: object): unknown {
  return vm.runInNewContext(text, { $culprit: functions }, { timeout: 1000 });
}
