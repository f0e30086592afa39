import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LinesReport, Site } from "../protocol/lines.ts";

/** With this folder on its path, Python loads `sitecustomize.py` before any program. */
const site = fileURLToPath(new URL("site", import.meta.url));

/** The variables with which Python carries out one plan. Whatever finds and starts Python in a command works as always. */
export function pythonLinesEnvironment(
  planFile: string,
  environment: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return { ...commonVariables(environment), CULPRIT_LINES: planFile };
}

/** The variables with which one Python process forks all runs of a batch. Python has to be started directly for that. */
export function pythonBatchEnvironment(
  batchFile: string,
  environment: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  return { ...commonVariables(environment), CULPRIT_LINES_BATCH: batchFile };
}

function commonVariables({ PYTHONPATH: path, PYTHONHASHSEED: seed }: NodeJS.ProcessEnv): Record<string, string> {
  const common = { PYTHONPATH: path ? site + delimiter + path : site };
  // Without a seed, sets of strings have another order in every run.
  return seed ? common : { ...common, PYTHONHASHSEED: "0", CULPRIT_LINES_HASHSEED: "ours" };
}

/** A file of the program as one process loaded it: `lines` are those of each statement, of which the first is number `first`. */
interface TracedFile {
  readonly file: string;
  readonly first: number;
  readonly lines: readonly (readonly number[])[];
  readonly sites: readonly Site[];
}

const bytesPerCount = 8;

/** What each Python process of a run left in its report folder. */
export function readPythonReports(folder: string): LinesReport[] {
  const processes = readdirSync(folder).flatMap((name) => /^(\d+)\.counts$/.exec(name)?.[1] ?? []);
  return processes.map((process) => readProcess(join(folder, process)));
}

function readProcess(prefix: string): LinesReport {
  const counts = readFileSync(`${prefix}.counts`);
  const countOf = (statement: number) => Number(counts.readBigUInt64LE(statement * bytesPerCount));
  if (!existsSync(`${prefix}.files`)) return { hits: countOf(0) };
  const seen = readJsonLines<[string, string]>(`${prefix}.seen`);
  const files = readJsonLines<TracedFile>(`${prefix}.files`).map(({ file, first, lines, sites }) => {
    const executed = new Set(lines.filter((_, i) => countOf(first + i) > 0).flat());
    const most = lines.reduce((most, _, i) => Math.max(most, countOf(first + i)), 0);
    return { file, executed, most, sites: sites.filter(({ line }) => executed.has(line)) };
  });
  return {
    lines: Object.fromEntries(files.map(({ file, executed }) => [file, [...executed].sort((a, b) => a - b)])),
    sites: files.flatMap(({ sites }) => sites.map((each) => withSeen(each, seen))),
    most: Math.max(0, ...files.map(({ most }) => most)),
    ...readModules(`${prefix}.modules`),
  };
}

/** Nothing where the process did not end by itself. */
function readModules(path: string): Pick<LinesReport, "modules"> {
  return existsSync(path) ? { modules: readFileSync(path, "utf8").split("\n").filter(Boolean) } : {};
}

function withSeen(each: Site, seen: readonly [id: string, value: string][]): Site {
  const values = seen.filter(([id]) => id === each.id).map(([, value]) => value);
  return values.length > 0 ? { ...each, seen: values } : each;
}

/** A process that was killed may have left the last line unfinished. */
function readJsonLines<T>(path: string): T[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line) as T);
}
