import { existsSync, readFileSync } from "node:fs";
import type { RunnerStarted, SuiteEvent, TestEnded, TestName } from "../../runtimes/protocol/suite.ts";

/** What a run of a command showed of the tests in it. */
export interface SuiteReport {
  /** Every test runner that it started. */
  readonly runners: readonly RunnerStarted[];
  /** Every test that ran, in the order in which they began. */
  readonly tests: readonly TestRun[];
  /** Those that the runner left out by itself. */
  readonly skipped: readonly TestName[];
  /** Some tests ran at the same time. */
  readonly isParallel: boolean;
}

export interface TestRun {
  readonly test: TestName;
  /** `unfinished`: the process or the run ended before the test did. */
  readonly outcome: "passed" | "failed" | "unfinished";
  /** If it failed: the error with its stack. */
  readonly error?: string;
  readonly process: number;
  readonly milliseconds: number;
}

export function readSuiteReport(file: string): SuiteReport {
  return suiteReport(existsSync(file) ? readFileSync(file, "utf8") : "");
}

export function suiteReport(text: string): SuiteReport {
  const events = text.split("\n").flatMap(readEvent);
  const runners = events.filter((event) => event.event === "runner");
  const skipped = events.filter((event) => event.event === "ended" && event.outcome === "skipped");
  return {
    runners,
    tests: testRuns(events),
    skipped: skipped.map((event) => nameOf(event as TestEnded)),
    isParallel: isParallel(events),
  };
}

/** A test that never ended may have taken its process with it: what begins in another process then is not beside it. */
function isParallel(events: readonly SuiteEvent[]): boolean {
  const ended = new Set(events.filter((event) => event.event === "ended").map(testKey));
  const running = new Set<string>();
  for (const event of events) {
    if (event.event === "runner") continue;
    if (event.event === "ended") running.delete(testKey(event));
    else if (ended.has(testKey(event)) && running.add(testKey(event)).size > 1) return true;
  }
  return false;
}

/** A process that is killed may leave half a line. */
function readEvent(line: string): SuiteEvent[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

interface OpenRun {
  readonly test: TestName;
  readonly process: number;
  readonly began: number;
  end?: TestEnded;
}

/** A test may be run several times: in several projects, or again after it failed. The last end of each beginning counts. */
function testRuns(events: readonly SuiteEvent[]): TestRun[] {
  const runs: OpenRun[] = [];
  const open = new Map<string, OpenRun>();
  for (const event of events) {
    if (event.event === "runner") continue;
    const key = `${event.process} ${testKey(event)}`;
    const known = open.get(key);
    const isNew = known === undefined || (event.event === "began" && known.end !== undefined);
    const run = isNew ? { test: nameOf(event), process: event.process, began: event.at } : known;
    if (isNew) runs.push(run);
    open.set(key, run);
    if (event.event === "ended") run.end = event;
  }
  return runs.filter(({ end }) => end?.outcome !== "skipped").map(testRun);
}

function testRun({ test, process, began, end }: OpenRun): TestRun {
  return {
    test,
    outcome: end === undefined ? "unfinished" : (end.outcome as "passed" | "failed"),
    ...(end?.error === undefined ? {} : { error: end.error }),
    process,
    milliseconds: end === undefined ? 0 : end.at - began,
  };
}

function nameOf({ file, names, nth }: TestName): TestName {
  return { file, names, ...(nth === undefined ? {} : { nth }) };
}

/** Equal for names of the same test. */
export function testKey({ file, names, nth = 1 }: TestName): string {
  return JSON.stringify([file, names, nth]);
}
