import type { LinesReport, Site } from "../../../../runtimes/protocol/lines.ts";
import { mayTest, type StateRun } from "../state-run.ts";
import { type BatchLimits, runBatch } from "./batch.ts";
import { type CandidateChange, candidateChanges } from "./candidate-changes.ts";
import { coverageOf, type LineCoverage } from "./coverage.ts";
import { type ProgramRun, programRunsOf } from "./program-runs.ts";
import { rankSuspects, type Suspect } from "./rank-suspects.ts";
import { type LinesRuntime, linesRuntimeFor } from "./runtimes.ts";
import { findRescues, findSwitchedInstances, type KnownRun } from "./try-changes.ts";
import { isSameEnd, verdictsFor } from "./verdicts.ts";

/** What experiments with the lines of a program showed. */
export interface LineFindings {
  /** Lines that may be the defect, the likeliest first. */
  readonly suspects: readonly Suspect[];
  readonly coverage: readonly LineCoverage[];
  /** How many changes were tried, of how many. */
  readonly tried: number;
  readonly possible: number;
  readonly runs: number;
  /** Why no lines were changed. */
  readonly reason?: string;
}

/** A traced run. */
interface TracedRun extends KnownRun {
  readonly report: LinesReport;
  readonly milliseconds: number;
}

const nothing: LineFindings = { suspects: [], coverage: [], tried: 0, possible: 0, runs: 0 };

/**
 * Changes one piece of code after the other in the failing run, to see with which it passes, and checks those in the passing runs.
 * Which lines the runs execute decides what is tried first, and between lines that are otherwise alike.
 */
export async function findSuspects(stateRun: StateRun): Promise<LineFindings> {
  const { request } = stateRun;
  const runtime = linesRuntimeFor(request);
  if (!runtime || !request.changeLines || request.at.length > 0 || !mayTest(stateRun.run)) return nothing;
  const traced = await traceRuns(stateRun, runtime);
  const [failing, passing] = traced;
  if (!failing?.program.fails || !passing || passing.program.fails)
    return { ...nothing, reason: "its lines could not be traced" };
  const coverage = coverageOf(
    traced.map(({ program, report }) => ({ fails: program.fails, lines: report.lines ?? {} })),
  );
  const verdicts = verdictsFor(stateRun);
  const sites = failing.report.sites ?? [];
  const all = candidateChanges(sites, coverage, seenIn(traced));
  if (!verdicts || all.length === 0) return { ...nothing, coverage, suspects: rankSuspects([], coverage) };
  const candidates = all.slice(0, runtime.maxChanges);
  let runs = 0;
  const trials = {
    runtime,
    verdicts,
    limits: limitsFor(traced),
    ...(failing.report.most === undefined ? {} : { maxHits: maxHitsFor(traced) }),
    runs: traced,
    onRuns: (count: number) => {
      runs += count;
    },
  };
  const rescues = await findRescues(stateRun, candidates, trials);
  const switched = await findSwitchedInstances(stateRun, unrescued(candidates, rescues), trials);
  return {
    suspects: rankSuspects([...rescues, ...switched], coverage),
    coverage,
    tried: candidates.length,
    possible: all.length,
    runs,
  };
}

const firstLimit = 10_000;

/** Runs each program once as it is and once traced. Those that then end otherwise are left out. */
async function traceRuns(stateRun: StateRun, runtime: LinesRuntime): Promise<TracedRun[]> {
  const { run, conditions } = { run: stateRun.run, conditions: stateRun.request.conditions };
  const limits: BatchLimits = { time: run.ends?.timeLimit ?? conditions.timeout ?? firstLimit };
  const traceOne = async (program: ProgramRun): Promise<TracedRun | undefined> => {
    const experiments = [{}, { trace: true }] as const;
    const [plain, traced] = await runBatch(stateRun, { program, runtime, limits, experiments }, (each) => each);
    if (!plain || !traced || !isSameEnd(plain, traced)) return undefined;
    return { program, ending: plain, report: traced.report, milliseconds: plain.milliseconds };
  };
  const traced = await Promise.all(programRunsOf(stateRun.request).map(traceOne));
  return traced.filter((each) => each !== undefined);
}

/** The values that the passing runs have at each site. */
function seenIn(traced: readonly TracedRun[]): Map<string, string[]> {
  const seen = new Map<string, string[]>();
  const sites: Site[] = traced.filter(({ program }) => !program.fails).flatMap(({ report }) => report.sites ?? []);
  for (const { id, seen: values = [] } of sites) seen.set(id, [...new Set([...(seen.get(id) ?? []), ...values])]);
  return seen;
}

/** A changed run may take this many times as long as the slowest that ends by itself, and at least this many milliseconds. */
const timeLimitFactor = 10;
const minTimeLimit = 2000;
const minCpuLimit = 50;

function limitsFor(traced: readonly TracedRun[]): BatchLimits {
  const times = traced.filter(({ ending }) => ending.status !== "time limit").map(({ milliseconds }) => milliseconds);
  const longest = timeLimitFactor * Math.max(0, ...times);
  return { time: Math.max(minTimeLimit, longest), cpu: Math.max(minCpuLimit, longest) };
}

/** A changed site may be executed this many times as often as the statement that is executed most often. */
const maxHitsFactor = 20;
const minMaxHits = 1000;

function maxHitsFor(traced: readonly TracedRun[]): number {
  const ended = traced.filter(({ ending }) => ending.status !== "time limit");
  return minMaxHits + maxHitsFactor * Math.max(0, ...ended.map(({ report }) => report.most ?? 0));
}

function unrescued(candidates: readonly CandidateChange[], rescues: readonly CandidateChange[]): CandidateChange[] {
  const rescued = new Set(rescues.map(({ site }) => site.id));
  return candidates.filter(({ site }) => !rescued.has(site.id));
}
