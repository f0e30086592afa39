import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { LinesReport, Site } from "../../runtimes/protocol/lines.ts";
import { mayTest } from "../run/may-test.ts";
import { type BatchLimits, type LineExperiment, runBatch } from "./batch.ts";
import { type CandidateChange, candidateChanges, isTestFile, valueChanges } from "./candidate-changes.ts";
import { coverageOf, type LineCoverage } from "./coverage.ts";
import { inputNameFilter } from "./input-names.ts";
import type { LineRun } from "./line-run.ts";
import { endsAlike, type LineSearch } from "./line-search.ts";
import { lineKey, type NamedLine, namedLines } from "./named-lines.ts";
import type { ProgramRun } from "./program-run.ts";
import { isWhole, rankSuspects, type Suspect } from "./rank-suspects.ts";
import { type ChangeTrials, findRescues, findSingleRescues, type KnownRun, type TriedChanges } from "./try-changes.ts";

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
  readonly cpu: number;
  /** It should fail, but passes without any change. */
  readonly passes: boolean;
  /** The end of what it prints. */
  readonly printed: string;
}

/** Nothing was tried. */
export const noSuspects: LineFindings = { suspects: [], coverage: [], tried: 0, possible: 0, runs: 0 };

/**
 * Changes one piece of code after the other in the failing run, to see with which it passes, and checks those in the passing runs.
 * Which lines the runs execute decides what is tried first, and between lines that are otherwise alike.
 */
export async function findSuspects(search: LineSearch): Promise<LineFindings> {
  const { runtime, verdicts } = search;
  if (!mayTest(search.run)) return noSuspects;
  const [failing, ...others] = await traceRuns(search);
  const traced = failing ? [failing, ...others.filter(({ passes }) => !passes)] : [];
  const [, passing] = traced;
  if (!failing?.program.fails || !passing || passing.program.fails || !hasLines(failing) || !hasLines(passing))
    return { ...noSuspects, reason: "the lines that the two runs execute could not be learned" };
  if (failing.passes) return { ...noSuspects, reason: "the failing run passes without any change" };
  const isInput = inputNameFilter(search.programs, search.cwd);
  const isProgram = ({ file }: { readonly file: string }) => !isTestFile(relative(search.cwd, file));
  const coverage = coverageOf(
    traced.map(({ program, report }) => ({ fails: program.fails, lines: report.lines ?? {} })),
  ).filter(isProgram);
  const named = namedByError(search, traced, coverage);
  const all = candidateChanges((failing.report.sites ?? []).filter(isProgram), coverage, {
    seenInPassing: seenIn(traced, { isMeant: ({ fails }) => !fails, isInput }),
    named,
  });
  if (!verdicts || all.length === 0)
    return { ...noSuspects, coverage, suspects: rankSuspects([], coverage, { sites: failing.report.sites, named }) };
  const isAddition = ({ change }: CandidateChange) => change.kind === "addition";
  const most = (kind: keyof typeof timeFor) => mostChanges(failing, runtime.maxChanges, timeFor[kind]);
  const candidates = {
    others: all.filter((each) => !isAddition(each)).slice(0, most("changes")),
    additions: all.filter(isAddition).slice(0, most("additions")),
  };
  let runs = 0;
  const trials = {
    verdicts,
    limits: limitsFor(traced),
    ...(failing.report.most === undefined ? {} : { maxHits: maxHitsFor(traced) }),
    runs: traced,
    onRuns: (count: number) => {
      runs += count;
      const doing = `Changing the code, to see with what the failing run passes: ${runs} runs`;
      search.run.listener.onPreparing?.({ doing, seconds: search.run.seconds });
    },
  };
  const { rescues, tried } = await findAllRescues(search, candidates, trials);
  const single = rescues.some(isWhole)
    ? []
    : await findSingleRescues(
        search,
        singleChanges(candidates.others, seenIn(traced, { isMeant: () => true, isInput })),
        { ...trials, most: most("single") },
      );
  return {
    suspects: rankSuspects([...rescues, ...single], coverage, {
      sites: failing.report.sites,
      exact: search.exact,
      named,
    }),
    coverage,
    tried,
    possible: all.length,
    runs,
  };
}

/** The lines of the program that the error of the failing run names, but no passing run does. */
function namedByError({ cwd, stderr }: LineSearch, traced: readonly TracedRun[], coverage: readonly LineCoverage[]) {
  const [failing, ...others] = traced;
  const executed = new Set(coverage.map(lineKey));
  const named = (text: string) => namedLines(text, cwd).filter((each: NamedLine) => executed.has(lineKey(each)));
  const passing = others.filter(({ program }) => !program.fails);
  const usual = new Set(
    [stderr?.pass ?? "", ...passing.map(({ printed }) => printed)].flatMap((text) => named(text).map(lineKey)),
  );
  return named(`${failing!.printed}\n${stderr?.fail ?? ""}`).filter((each) => !usual.has(lineKey(each)));
}

/** Where a change of what is there puts all runs right, nothing is added: there is always something else that could be. */
async function findAllRescues(
  search: LineSearch,
  { others, additions }: Readonly<Record<"others" | "additions", readonly CandidateChange[]>>,
  trials: ChangeTrials,
): Promise<TriedChanges> {
  const found = await findRescues(search, others, trials);
  if (additions.length === 0 || found.rescues.some(isWhole)) return found;
  const added = await findRescues(search, additions, trials);
  return { rescues: [...found.rescues, ...added.rescues], tried: found.tried + added.tried };
}

/** Milliseconds of processor time for the changes of a run that takes long, of each kind; at least some are tried. */
const timeFor = { changes: 60_000, additions: 20_000, single: 20_000 } as const;
const minChanges = 20;

function mostChanges({ cpu }: TracedRun, max: number, time: number): number {
  return Math.min(max, Math.max(minChanges, Math.floor(time / Math.max(1, cpu))));
}

function hasLines({ report }: TracedRun): boolean {
  return Object.values(report.lines ?? {}).some((lines) => lines.length > 0);
}

const firstLimit = 10_000;

/**
 * Runs each program once as it is and once traced. Those that then end otherwise are left out. The passing ones come first: a failing
 * run may never end, and they say how long a run takes.
 */
async function traceRuns(search: LineSearch): Promise<TracedRun[]> {
  const { run, programs } = search;
  const limits: BatchLimits = { time: run.ends?.timeLimit ?? run.conditions.timeout ?? firstLimit };
  const passing = await Promise.all(programs.map((each) => (each.fails ? undefined : traceRun(search, each, limits))));
  const known = passing.filter((each) => each !== undefined);
  const failing = await Promise.all(
    programs.map((each) => (each.fails ? traceRun(search, each, limitsFor(known)) : undefined)),
  );
  return programs.flatMap((_, i) => passing[i] ?? failing[i] ?? []);
}

async function traceRun(search: LineSearch, program: ProgramRun, limits: BatchLimits): Promise<TracedRun | undefined> {
  const passes = async (each: LineRun) => program.fails && (await search.verdicts?.(program, each)) === true;
  // Both in one go, if that costs less; then the traced run may not have had enough time.
  const first: LineExperiment[] = search.runtime.batchEnvironment ? [{}, { trace: true }] : [{}];
  const [plain, tracedAtOnce] = await runBatch(search, { program, limits, experiments: first }, async (each, i) => ({
    ...each,
    passes: i === 0 && (await passes(each)),
    printed: readFileSync(each.outputFile).subarray(-maxPrinted).toString(),
  }));
  if (!plain) return undefined;
  const tracing = plain.status === "time limit" ? limits : tracingLimitsFor(plain);
  const traced =
    tracedAtOnce && endsAlike(search, plain, tracedAtOnce)
      ? tracedAtOnce
      : (await runBatch(search, { program, limits: tracing, experiments: [{ trace: true }] }, (each) => each))[0];
  if (!traced || !endsAlike(search, plain, traced)) return undefined;
  const { milliseconds, cpu, passes: passesAnyway, printed } = plain;
  const { report } = traced;
  const modules = report.modules ? { modules: report.modules } : {};
  return { program, ending: plain, report, ...modules, milliseconds, cpu, passes: passesAnyway, printed };
}

/** Bytes at the end of an output: errors come last. */
const maxPrinted = 1 << 18;

/** A run that is traced reads and rewrites the program first, however little it then executes of it, and counts all that it executes. */
const tracingFactor = 30;
const minTracingLimit = 5000;

function tracingLimitsFor({ milliseconds, cpu }: Pick<LineRun, "milliseconds" | "cpu">): BatchLimits {
  const limit = (taken: number) => minTracingLimit + tracingFactor * taken;
  return { time: 2 * limit(milliseconds), cpu: limit(cpu) };
}

interface SeenFilter {
  readonly isMeant: (run: ProgramRun) => boolean;
  readonly isInput: (value: string) => boolean;
}

/** The values that some runs have at each site, without the names of their inputs. */
function seenIn(traced: readonly TracedRun[], { isMeant, isInput }: SeenFilter): Map<string, string[]> {
  const seen = new Map<string, string[]>();
  const sites: Site[] = traced.filter(({ program }) => isMeant(program)).flatMap(({ report }) => report.sites ?? []);
  for (const { id, seen: values = [] } of sites)
    seen.set(id, [...new Set([...(seen.get(id) ?? []), ...values.filter((value) => !isInput(value))])]);
  return seen;
}

/** A changed run may take this many times as long as the slowest that ends by itself, and at least this many milliseconds. */
const timeLimitFactor = 10;
const minTimeLimit = 2000;
/** And this many times as much of the processor: that ends runs that do not end, however busy the machine is. */
const cpuLimitFactor = 5;
const minCpuLimit = 100;

function limitsFor(traced: readonly TracedRun[]): BatchLimits {
  const ended = traced.filter(({ ending }) => ending.status !== "time limit");
  const longest = Math.max(0, ...ended.map(({ milliseconds }) => milliseconds));
  const most = Math.max(0, ...ended.map(({ cpu }) => cpu));
  return {
    time: Math.max(minTimeLimit, timeLimitFactor * longest),
    cpu: Math.max(minCpuLimit, cpuLimitFactor * most),
  };
}

/** A changed site may be executed this many times as often as the statement that is executed most often. */
const maxHitsFactor = 20;
const minMaxHits = 10_000;

function maxHitsFor(traced: readonly TracedRun[]): number {
  const ended = traced.filter(({ ending }) => ending.status !== "time limit");
  return minMaxHits + maxHitsFactor * Math.max(0, ...ended.map(({ report }) => report.most ?? 0));
}

/** What is tried in single executions: conditions the other way, statements left out, and all values that were seen at a site. */
function singleChanges(
  candidates: readonly CandidateChange[],
  seen: ReadonlyMap<string, readonly string[]>,
): CandidateChange[] {
  const isSingle = ({ change }: CandidateChange) =>
    change.kind === "skip" || (change.kind === "switch" && change.id === "not");
  const values = [...new Map(candidates.map(({ site }) => [site.id, site])).values()].flatMap((site) =>
    valueChanges(seen.get(site.id) ?? []).map((change) => ({ site, change })),
  );
  return [...candidates.filter(isSingle), ...values];
}
