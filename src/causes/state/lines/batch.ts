import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  LinesBatch,
  LinesPlan,
  LinesReport,
  PlannedRun,
  RunEnd,
  SiteChange,
} from "../../../../runtimes/protocol/lines.ts";
import type { World } from "../../../trial/laboratory.ts";
import { NotBegun } from "../../../trial/process/supervisor.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import { graphFolder } from "../driver/run-plan.ts";
import type { StateRun } from "../state-run.ts";
import type { ProgramRun } from "./program-runs.ts";
import type { LinesRuntime } from "./runtimes.ts";

/** What one run of a batch is to do: as it is, with its lines traced, or with a change. */
export interface LineExperiment {
  readonly trace?: true;
  readonly change?: SiteChange;
  readonly maxHits?: number;
}

/** How a run ended, and what it printed and reported. */
export interface LineRun {
  /** `exit 0`, `SIGSEGV`, or `time limit`. */
  readonly status: string;
  readonly outputHash: string;
  /** Only until the end of the batch. */
  readonly outputFile: string;
  readonly milliseconds: number;
  readonly report: LinesReport;
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
  stateRun: StateRun,
  { program, runtime, limits, experiments }: BatchInput,
  look: (run: LineRun, index: number) => Promise<T> | T,
): Promise<(T | undefined)[]> {
  const folder = join(graphFolder(stateRun.run), `lines-${randomBytes(8).toString("hex")}`);
  mkdirSync(folder, { recursive: true });
  try {
    const batch = batchOf(stateRun, { program, runtime, limits, experiments }, folder);
    await executeBatch(stateRun, batch, { runtime, folder });
    const found: (T | undefined)[] = experiments.map(() => undefined);
    for (const end of readEnds(batch.results))
      found[end.run] = await look(lineRunOf(batch.runs[end.run]!, end, runtime), end.run);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface BatchInput {
  readonly program: ProgramRun;
  readonly runtime: LinesRuntime;
  readonly limits: BatchLimits;
  readonly experiments: readonly LineExperiment[];
}

function batchOf(
  { request }: StateRun,
  { program, runtime, limits, experiments }: BatchInput,
  folder: string,
): LinesBatch {
  const runs = experiments.map((experiment, i): PlannedRun => {
    const report = join(folder, `report-${i}`);
    mkdirSync(report);
    const plan: LinesPlan = { root: request.cwd, report, ...experiment };
    const planFile = join(folder, `plan-${i}.json`);
    const environment = runtime.environment(plan, planFile);
    if (environment) writeFileSync(planFile, JSON.stringify(plan));
    return { plan, output: join(folder, `output-${i}`), ...(environment ? { environment } : {}) };
  });
  const { words: command, stdin } = program;
  return {
    command,
    ...(stdin === undefined ? {} : { stdin }),
    runs,
    timeLimit: limits.time,
    ...(limits.cpu === undefined ? {} : { cpuLimit: limits.cpu }),
    results: join(folder, "results"),
  };
}

async function executeBatch(
  { run, request }: StateRun,
  batch: LinesBatch,
  { runtime, folder }: { readonly runtime: LinesRuntime; readonly folder: string },
): Promise<void> {
  const batchFile = join(folder, "batch.json");
  writeFileSync(batchFile, JSON.stringify(batch));
  const own = runtime.batchEnvironment?.(batchFile);
  const world: World = {
    content: contentHash(batchFile),
    make: () => ({
      argv: own
        ? batch.command
        : [process.execPath, fileURLToPath(new URL("./batch-driver.js", import.meta.url)), batchFile],
      cwd: request.cwd,
      environment: { CULPRIT_CWD: request.cwd, ...own },
      stdin: undefined,
      candidate: [],
    }),
  };
  try {
    await run.execute(world, batch.timeLimit * (batch.runs.length + 1));
  } catch (error) {
    // What was run until then counts.
    if (!run.stopped.aborted && !(error instanceof NotBegun)) throw error;
  }
}

function readEnds(path: string): RunEnd[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as RunEnd);
}

function lineRunOf({ plan, output }: PlannedRun, { status, milliseconds }: RunEnd, runtime: LinesRuntime): LineRun {
  if (!existsSync(output)) writeFileSync(output, "");
  return {
    status,
    outputHash: contentHash(readFileSync(output)),
    outputFile: output,
    milliseconds,
    report: runtime.readReport(plan),
  };
}
