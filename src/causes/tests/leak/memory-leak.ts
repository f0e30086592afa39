import type { LeakDifference, LeakPlan, LeakReport, TestName } from "../../../../runtimes/protocol/suite.ts";
import { DeltaSet } from "../../../core/delta-set.ts";
import type { SidesRow } from "../../../core/stage-details.ts";
import { searchFew } from "../../../run/stage/search-few.ts";
import { suiteWorld } from "../../../suites/suite-world.ts";
import { executionOfTest } from "../../../suites/test-outcome.ts";
import type { World } from "../../../trial/laboratory.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import { type DecidingTest, plannedTest } from "../loads.ts";
import { runTrialIfPossible } from "../try-world.ts";
import type { VictimSearch } from "../victim-search.ts";
import { leftOutOf } from "../victim-world.ts";
import type { FoundLeak, Leak } from "./leak.ts";

/** What the test does after the others, and what it does without them. */
interface Outcomes {
  readonly after: "fail" | "pass";
  readonly without: "fail" | "pass";
}

/** Maximum number of variables of which the line is looked for. */
const maxWatched = 3;

/**
 * What other tests change in memory is taken back before the test begins, ever less of it, until only what decides is left.
 * Undefined: it is not in what can be seen and taken back.
 */
export async function findMemoryLeak(
  search: VictimSearch,
  others: readonly DecidingTest[],
  { after, without }: Outcomes,
): Promise<FoundLeak | undefined> {
  const tests = [...others.map(plannedTest), search.victim.test];
  const loading = others.some(({ isLoad }) => isLoad);
  const about = { search, tests, ...(loading ? { loading: true as const } : {}) };
  const found = await findFrom(about, { after, without });
  if (found || loading || search.suite.started?.runner !== "pytest") return found;
  return findFrom({ ...about, afterSetup: true }, { after, without });
}

/** What tests are the first to load is not known before: it is loaded first in a second look. */
async function findFrom(start: LeakSearch, { after, without }: Outcomes): Promise<FoundLeak | undefined> {
  const { search } = start;
  const first = await look(start, {});
  const preload = start.loading ? [] : (first?.loaded ?? []);
  const about = preload.length === 0 ? start : { ...start, preload };
  const differences = (preload.length === 0 ? first : await look(about, {}))?.differences ?? [];
  if (differences.length === 0) return undefined;
  /** All differences but these are taken back. */
  const world = (left: DeltaSet) =>
    leakWorld(about, { takeBack: differences.flatMap(({ key }, i) => (left.has(i) ? [] : [key])) });
  if ((await runTrialIfPossible(search.run, "memory", world(DeltaSet.empty))) !== without) return undefined;
  const { few, complete } = await searchFew(search.run, {
    ...{ name: "memory", total: differences.length, world, outcome: after, isKnown: true },
    labels: () => differences.map(({ name: each }) => each),
    details: () => ({
      kind: "sides",
      heads: ["Variable", "Before the tests", "After them"],
      items: differences.map(sidesOf),
    }),
  });
  if (!few || !complete) return undefined;
  const leaks: Leak[] = [];
  for (const difference of differences.filter((_, i) => few.has(i)))
    leaks.push(leaks.length < maxWatched ? await withLines(about, difference) : leakOf(difference));
  return { leaks, differences: differences.length };
}

/** With what there was then, what there is before the last test is compared. */
interface LeakSearch extends Pick<LeakPlan, "loading" | "afterSetup" | "preload"> {
  readonly search: VictimSearch;
  readonly tests: readonly TestName[];
}

interface Asked {
  readonly takeBack?: readonly string[];
  readonly watch?: string;
  readonly onLeak?: (report: LeakReport) => void;
}

function leakWorld({ search, tests, ...start }: LeakSearch, { takeBack = [], watch, onLeak }: Asked): World {
  const { command, suite, victim } = search;
  const leak = {
    root: command.root,
    takeBack,
    ...start,
    ...(watch === undefined ? {} : { watch }),
  };
  return suiteWorld(command, {
    content: contentHash(JSON.stringify(["leak", tests, leak])),
    plan: { tests, leftOut: leftOutOf(suite, tests), leak },
    judge: (execution, report) => executionOfTest(execution, report, victim.test),
    onReport: (_, files) => {
      if (files.leak) onLeak?.(files.leak);
    },
  });
}

/** Runs the tests once and returns what was seen before the last one; undefined: the runner cannot tell, or the run was stopped. */
async function look(about: LeakSearch, asked: Asked): Promise<LeakReport | undefined> {
  const { run } = about.search;
  let seen: LeakReport | undefined;
  const onLeak = (report: LeakReport) => {
    seen = report;
  };
  try {
    await run.execute(leakWorld(about, { ...asked, onLeak }), run.ends!.timeLimit);
  } catch (error) {
    if (!run.stopped.aborted) throw error;
  }
  return seen;
}

async function withLines(about: LeakSearch, difference: LeakDifference): Promise<Leak> {
  const { lines } = (await look(about, { watch: difference.key })) ?? {};
  return { ...leakOf(difference), ...(lines && lines.length > 0 ? { lines } : {}) };
}

function sidesOf({ name, old, new: now }: LeakDifference): SidesRow[] {
  return [{ name, ...(old === undefined ? {} : { old }), ...(now === undefined ? {} : { new: now }) }];
}

function leakOf({ key: _, ...about }: LeakDifference): Leak {
  return { kind: "memory", ...about };
}
