import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DeltaSet } from "../../../core/delta-set.ts";
import { searchFew } from "../../../run/stage/search-few.ts";
import { suiteWorld } from "../../../suites/suite-world.ts";
import { executionOfTest } from "../../../suites/test-outcome.ts";
import type { World } from "../../../trial/laboratory.ts";
import { contentHash } from "../../../world/files/content-hash.ts";
import { type DecidingTest, plannedTest } from "../loads.ts";
import { runTrialIfPossible } from "../try-world.ts";
import type { VictimSearch } from "../victim-search.ts";
import { leftOutOf } from "../victim-world.ts";
import type { FoundLeak } from "./leak.ts";
import { type LeftFiles, leftFiles } from "./left-files.ts";

/** The test alone must end with this where the files are as the others leave them. */
type Wanted = "fail" | "pass";

/**
 * Runs the other tests without the one in question, keeps the files that they leave, and runs it alone with these: in every language.
 * Undefined: files do not decide it.
 */
export async function findFileLeak(
  search: VictimSearch,
  others: readonly DecidingTest[],
  wanted: Wanted,
): Promise<FoundLeak | undefined> {
  const kept = search.run.sharedFolder && join(search.run.sharedFolder, "left-files");
  if (kept === undefined) return undefined;
  try {
    const files = await keepLeftFiles(search, others, kept);
    const changes = files ? [...files.written, ...files.removed] : [];
    if (!files || changes.length === 0) return undefined;
    const world = (set: DeltaSet) =>
      worldWith(search, { from: kept, files, chosen: changes.filter((_, i) => set.has(i)) });
    const all = DeltaSet.range(0, changes.length);
    const outcome = await runTrialIfPossible(search.run, "files", world(all));
    if (outcome !== wanted) return undefined;
    const { few, complete } = await searchFew(search.run, {
      ...{ name: "files", total: changes.length, world, outcome: wanted, isKnown: true },
      labels: () => changes,
    });
    if (!few || !complete) return undefined;
    const paths = changes.filter((_, i) => few.has(i));
    const leaks = paths.map(
      (name) => ({ name, kind: "file", ...(files.removed.includes(name) ? {} : { new: "" }) }) as const,
    );
    return { leaks, differences: changes.length };
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
}

/** Undefined: the tests did not run as they should, or their files are not kept apart. */
async function keepLeftFiles(
  search: VictimSearch,
  others: readonly DecidingTest[],
  kept: string,
): Promise<LeftFiles | undefined> {
  const { command, suite, run } = search;
  const tests = others.map(plannedTest);
  let files: LeftFiles | undefined;
  const world = suiteWorld(command, {
    content: contentHash(JSON.stringify(["left files", tests])),
    plan: { tests, leftOut: leftOutOf(suite, tests) },
    onReport: (_, { written }) => {
      if (written === undefined) return;
      files = leftFiles(written);
      for (const path of files.written)
        cpSync(join(written, path), join(kept, path), { recursive: true, verbatimSymlinks: true });
    },
  });
  await run.execute(world, run.ends!.timeLimit);
  return files;
}

interface KeptFiles {
  readonly from: string;
  readonly files: LeftFiles;
  readonly chosen: readonly string[];
}

/** The test alone, with some of the files as other tests leave them. */
function worldWith({ command, suite, victim }: VictimSearch, { from, files, chosen }: KeptFiles): World {
  const tests = [victim.test];
  return suiteWorld(command, {
    content: contentHash(JSON.stringify(["with files", tests, chosen])),
    plan: { tests, leftOut: leftOutOf(suite, tests) },
    files: {
      from,
      copied: chosen.filter((path) => files.written.includes(path)),
      removed: chosen.filter((path) => files.removed.includes(path)),
    },
    judge: (execution, report) => executionOfTest(execution, report, victim.test),
  });
}
