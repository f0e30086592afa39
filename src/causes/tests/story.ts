import type { Story, TestCounts } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { type Conclusion, verdictOf } from "../../run/conclusion.ts";
import type { Run } from "../../run/run.ts";
import { type FindingDetails, storyOf } from "../../run/story.ts";
import { shortPath } from "../../world/files/short-path.ts";
import type { Explanation, Refusal } from "./explain-victim.ts";
import type { LeakEntry, SuiteTest, TestsFinding, VictimEntry } from "./finding.ts";
import type { Leak } from "./leak/leak.ts";
import type { DecidingTest } from "./loads.ts";
import type { TestsRequest } from "./request.ts";
import { type Suite, type SuiteMember, testsBefore } from "./suite.ts";

/** What was found about one test. */
export type VictimResult = (Explanation | Refusal) & { readonly victim: SuiteMember };

type Explained = Explanation & { readonly victim: SuiteMember };

export function isExplained(result: VictimResult): result is Explained {
  return "how" in result;
}

interface Results {
  readonly suite: Suite;
  readonly results: readonly VictimResult[];
  /** How many failing tests were not looked at. */
  readonly left: number;
}

/** The first test that is explained is what the finding is about; the others are beside it. */
export function testsStory(run: Run, request: TestsRequest, { suite, results, left }: Results): Story<TestsFinding> {
  const main = results.find(isExplained) ?? results[0]!;
  const { evidence } = main;
  const finished = {
    record: run.record,
    seconds: run.seconds,
    counts: { snapshot: sumOf([{ run: run.counts.run }, ...results.map((each) => each.evidence.tests)]) },
    otherFailures: run.otherFailures,
    ...{ steps: evidence.steps, stages: evidence.stages, ends: evidence.ends },
  };
  return storyOf<TestsFinding>(finished, request, {
    conclusion: conclusionOf(run, main),
    details: { ...detailsOf(main, suite, request), ...otherVictims(main, results, request), ...notesOf(results, left) },
  });
}

function conclusionOf(run: Run, main: VictimResult): Conclusion {
  if (!isExplained(main)) {
    const verdict = run.stopped.aborted ? run.stopped.reason : "not-reproduced";
    return { verdict, reason: main.reason, minimal: false, assumptions: [] };
  }
  const { complete, assumptions } = main;
  return { verdict: verdictOf(run, complete), minimal: complete && assumptions.length === 0, assumptions };
}

function detailsOf(main: VictimResult, suite: Suite, { cwd }: TestsRequest): FindingDetails<TestsFinding> {
  const before = isExplained(main) ? main.before : testsBefore(suite, main.victim);
  const common = { goal: "simplify", search: "small-first", by: "tests" } as const;
  if (!isExplained(main)) {
    const deltas = { total: before.length, cause: before.length };
    return { ...common, victim: entryOf(main.victim, cwd), deltas };
  }
  const { others } = main;
  return {
    ...common,
    ...victimEntry(main, cwd),
    deltas: { total: before.length, cause: others.length },
    cause: others.map(({ id, test }) => ({ text: id, file: shortPath(test.file, cwd) })),
    order: [...before, main.victim].map(({ id }) => id),
  };
}

function otherVictims(main: VictimResult, results: readonly VictimResult[], { cwd }: TestsRequest) {
  const others = results.filter((each) => each !== main);
  const explained = others.filter(isExplained).map((each) => victimEntry(each, cwd));
  const alone = results.flatMap((each) => ("failsAlone" in each && each !== main ? [each.victim.id] : []));
  return { ...(explained.length > 0 ? { others: explained } : {}), ...(alone.length > 0 ? { alone } : {}) };
}

function victimEntry(explained: Explained, cwd: string): VictimEntry {
  const { how, others, cleaners, demonstration, victim, leak, endsOtherwise } = explained;
  const entries = others.map((other) => entryOf(other, cwd));
  return {
    victim: entryOf(victim, cwd),
    ...(how === "polluted" ? { polluters: entries } : { setters: entries }),
    ...(cleaners ? { cleaners: cleaners.tests.map((each) => entryOf(each, cwd)), between: cleaners.tried } : {}),
    ...(endsOtherwise ? { endsOtherwise: true } : {}),
    ...(leak ? { leak: leak.leaks.map((each) => leakEntry(each, others, cwd)) } : {}),
    ...(demonstration ? { commands: demonstration } : {}),
  };
}

/** Of the lines that led there, the last one in the file of one of the tests is that test's own. */
function leakEntry({ lines = [], file, ...leak }: Leak, others: readonly DecidingTest[], cwd: string): LeakEntry {
  const short = (line: { readonly file: string; readonly line: number }) => ({
    ...line,
    file: shortPath(line.file, cwd),
  });
  const [first] = lines;
  const own = lines.findLast((line) => others.some(({ test }) => test.file === line.file));
  return {
    ...leak,
    ...(file === undefined ? {} : { file: shortPath(file, cwd) }),
    ...(own ? { since: short(own) } : {}),
    ...(first && first !== own ? { setBy: short(first) } : {}),
  };
}

function entryOf({ id, test, isLoad }: DecidingTest, cwd: string): SuiteTest {
  return { test: id, file: shortPath(test.file, cwd), ...(isLoad ? { loading: true } : {}) };
}

const maxNamed = 5;

function notesOf(results: readonly VictimResult[], left: number): { readonly notes: readonly string[] } {
  const unexplained = results.filter((each) => !isExplained(each)).slice(1);
  const alone = unexplained.filter((each) => "failsAlone" in each).map(({ victim }) => victim.id);
  const main = results.find(isExplained);
  const noLeak = main?.looksForLeak && main.complete && !main.leak;
  return {
    notes: [
      ...(noLeak ? ["What the other tests leave behind was looked for, and not found."] : []),
      ...(alone.length === 0 ? [] : [`Also fails alone: ${listText(alone, { max: maxNamed })}.`]),
      ...(left === 0 ? [] : [`${left} more failing tests were not looked at: --failing NAME explains one of them.`]),
    ],
  };
}

/** The counts of all searches together. */
function sumOf(counts: readonly Partial<TestCounts>[]): TestCounts {
  const sum = (key: keyof TestCounts) => counts.reduce((total, each) => total + (each[key] ?? 0), 0);
  const zero = { needed: 0, run: 0, ends: 0, ahead: 0, confirming: 0, cached: 0, pass: 0, fail: 0, unresolved: 0 };
  const keys = Object.keys(zero) as (keyof typeof zero)[];
  return Object.fromEntries(keys.map((key) => [key, sum(key)])) as unknown as TestCounts;
}
