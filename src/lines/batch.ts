import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LinesBatch, LinesPlan, PlannedRun, RunEnd, SiteChange } from "../../runtimes/protocol/lines.ts";
import { removeFolder } from "../trial/fresh-folder.ts";
import { withoutAddresses } from "../trial/identity/memory-addresses.ts";
import { overlayObstacle, overlayOf } from "../trial/isolation/overlays.ts";
import type { World } from "../trial/laboratory.ts";
import { NotBegun } from "../trial/process/supervisor.ts";
import { contentHash } from "../world/files/content-hash.ts";
import type { LineRun } from "./line-run.ts";
import type { LineSearch } from "./line-search.ts";
import type { ProgramRun } from "./program-run.ts";
import type { LinesRuntime } from "./runtimes.ts";

/** What one run of a batch is to do: as it is, with its lines traced, or with a change. */
export interface LineExperiment {
  readonly trace?: true;
  readonly change?: SiteChange;
  readonly maxHits?: number;
}

export interface BatchLimits {
  /** Milliseconds for one run. */
  readonly time: number;
  readonly cpu?: number;
}

/**
 * Runs a program once for each experiment, all of them as one supervised test, and hands each run to `look`; those that were not
 * run before the search was stopped are left out.
 */
export async function runBatch<T>(
  search: LineSearch,
  input: BatchInput,
  look: (run: LineRun, index: number) => Promise<T> | T,
): Promise<(T | undefined)[]> {
  const layered = input.experiments.some(({ change }) => change) ? layeredIn(search) : undefined;
  const folder = join(layered ?? search.folder, `lines-${randomBytes(8).toString("hex")}`);
  mkdirSync(folder, { recursive: true });
  try {
    const batch = await batchOf(search, input, folder);
    await executeBatch(search, batch, { program: input.program, folder, isLayered: layered !== undefined });
    const found: (T | undefined)[] = input.experiments.map(() => undefined);
    for (const end of readEnds(batch.results))
      found[end.run] = await look(await lineRunOf(batch.runs[end.run]!, end, search.runtime), end.run);
    return found;
  } finally {
    removeFolder(folder);
  }
}

export interface BatchInput {
  readonly program: ProgramRun;
  readonly limits: BatchLimits;
  readonly experiments: readonly LineExperiment[];
  /** Modules that the program is known to load. */
  readonly preload?: readonly string[];
}

async function batchOf(
  { cwd, runtime }: LineSearch,
  { program, limits, experiments, preload = [] }: BatchInput,
  folder: string,
): Promise<LinesBatch> {
  const planRun = async (experiment: LineExperiment, i: number): Promise<PlannedRun> => {
    const [report, temporary] = [join(folder, `report-${i}`), join(folder, `tmp-${i}`)];
    for (const each of [report, temporary]) mkdirSync(each);
    const plan: LinesPlan = { root: cwd, report, ...experiment };
    const planFile = join(folder, `plan-${i}.json`);
    const environment = await runtime.environment(plan, planFile);
    if (environment) writeFileSync(planFile, JSON.stringify(plan));
    return { plan, output: join(folder, `output-${i}`), temporary, ...(environment ? { environment } : {}) };
  };
  const runs = await Promise.all(experiments.map(planRun));
  const { words: command, stdin } = program;
  return {
    command,
    ...(stdin === undefined ? {} : { stdin }),
    runs,
    ...(preload.length > 0 ? { preload } : {}),
    timeLimit: limits.time,
    ...(limits.cpu === undefined ? {} : { cpuLimit: limits.cpu }),
    results: join(folder, "results"),
  };
}

interface BatchPlace {
  readonly program: ProgramRun;
  readonly folder: string;
  /** The runs see the user's folder by an overlay. */
  readonly isLayered: boolean;
}

async function executeBatch(
  search: LineSearch,
  batch: LinesBatch,
  { program, folder, isLayered }: BatchPlace,
): Promise<void> {
  const { run, cwd, runtime } = search;
  const batchFile = join(folder, "batch.json");
  writeFileSync(batchFile, JSON.stringify(batch));
  const own = runtime.batchEnvironment?.(batchFile);
  const driver = [process.execPath, fileURLToPath(new URL("./batch-driver.js", import.meta.url)), batchFile];
  const world: World = {
    content: contentHash(batchFile),
    make: () => ({
      argv: own ? batch.command : driver,
      cwd: program.cwd ?? cwd,
      environment: { CULPRIT_CWD: cwd, ...program.environment, ...own },
      stdin: undefined,
      candidate: [],
      overlays: isLayered ? [overlayOf(cwd, join(folder, "layer"))] : [],
    }),
  };
  try {
    await run.execute(world, batch.timeLimit * (batch.runs.length + 1));
  } catch (error) {
    // What was run until then counts.
    if (!run.stopped.aborted && !(error instanceof NotBegun)) throw error;
  }
}

/**
 * Changed code may write to any file that the program knows: `open(source, "w")`. So what it writes into the user's folder goes to a
 * layer that is thrown away. Here is where that layer lies, and what comes of the runs; undefined: there can be none.
 */
function layeredIn({ run, cwd }: LineSearch): string | undefined {
  return overlayObstacle(cwd) === undefined ? run.sharedFolder : undefined;
}

function readEnds(path: string): RunEnd[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as RunEnd);
}

async function lineRunOf(
  { plan, output }: PlannedRun,
  { status, milliseconds, cpu }: RunEnd,
  runtime: LinesRuntime,
): Promise<LineRun> {
  if (!existsSync(output)) writeFileSync(output, "");
  return {
    status,
    outputHash: contentHash(withoutAddresses(readFileSync(output))),
    outputFile: output,
    milliseconds,
    cpu,
    report: await runtime.readReport(plan),
  };
}
