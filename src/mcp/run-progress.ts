import type { RunRecord } from "../run/record/record.ts";
import { readTail } from "../web/server/file-tail.ts";
import { ownInnerRecords } from "./own-records.ts";

/** How far a run is. */
export interface RunProgress {
  /** Tests that have ended, those of the runs inside of it too. */
  readonly tests: number;
  /** What the search is at, in its own words. */
  readonly stage: string | undefined;
}

interface ReadJournal {
  next: number;
  tests: number;
  stage: string | undefined;
}

/** Maximum number of journals whose place is remembered. */
const maxJournals = 1000;
const journals = new Map<string, ReadJournal>();

/** Reads only what was added to the journals since the last time: clients ask often, and journals grow large. */
export function runProgress(record: RunRecord): RunProgress {
  const all = [record, ...ownInnerRecords(record)].map((each) => readJournal(each.journalPath));
  return {
    tests: all.reduce((sum, { tests }) => sum + tests, 0),
    stage: all.findLast(({ stage }) => stage !== undefined)?.stage,
  };
}

function readJournal(path: string): ReadJournal {
  let known = journals.get(path) ?? { next: 0, tests: 0, stage: undefined };
  for (;;) {
    const { text, next, isCut } = readTail(path, known.next);
    if (isCut) known = { next: 0, tests: 0, stage: undefined };
    else if (next === known.next) break;
    else known = { next, ...countTests(text, known) };
  }
  if (journals.size >= maxJournals) journals.clear();
  journals.set(path, known);
  return known;
}

/** A journal may have a hundred thousand lines. To parse them all takes longer than anything else here, so they are only searched. */
function countTests(text: string, { tests, stage }: ReadJournal): Pick<ReadJournal, "tests" | "stage"> {
  const trial = '"event":"trial"';
  let [found, last] = [tests, -1];
  for (let at = text.indexOf(trial); at !== -1; at = text.indexOf(trial, at + 1)) {
    found++;
    last = at;
  }
  const ofLast = last === -1 ? undefined : text.slice(text.lastIndexOf("\n", last) + 1, text.indexOf("\n", last));
  return { tests: found, stage: ofLast === undefined ? stage : stageOf(ofLast) };
}

function stageOf(line: string): string | undefined {
  try {
    const { stage } = JSON.parse(line) as { readonly stage?: unknown };
    return typeof stage === "string" ? stage : undefined;
  } catch {
    return undefined;
  }
}
