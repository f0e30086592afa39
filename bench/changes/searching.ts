import { DeltaSet } from "../../src/core/delta-set.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { asking, type Hinted, type Search } from "../../src/core/search.ts";
import { ddmin } from "../../src/search/ddmin.ts";
import { type Explanation, explainDifference } from "../../src/search/explain.ts";
import { skipping } from "../../src/search/skipping.ts";
import { aboutChanges } from "../../src/world/changes/error-hints.ts";
import { indexNames } from "../../src/world/changes/name-index.ts";
import { scopesOf } from "../../src/world/changes/scopes.ts";
import { Changes } from "../../src/world/changes/version-diff.ts";
import { count, figure, mean, table } from "../table.ts";
import { type Regression, regression } from "./regression.ts";

const seeds = 20;
/** Plain searches are not followed any further. */
const most = 1000;

/** Tests that it takes to find the changes that a failure needs among 8,721 that need each other. */
export async function searching(): Promise<void> {
  console.log(
    "8,721 changes in 16 folders, 390 files, 2,160 functions; each needs another one, 60 % in its function, 30 %",
  );
  console.log("in its file, 10 % in its folder. Published for the GDB story, which had this shape: 97 tests.\n");
  const rows: string[][] = [];
  for (const needed of [1, 2, 3]) {
    const all = [];
    for (let seed = 0; seed < seeds; seed++) all.push(await found(regression(seed, needed)));
    const tests = all.map((each) => each.tests);
    const within = tests.filter((each) => each <= 97).length;
    const right = all.filter((each) => each.right).length;
    const plain = await filesThenHunks(regression(0, needed));
    rows.push([
      count(needed),
      figure(mean(tests)),
      count(Math.max(...tests)),
      `${within} of ${seeds}`,
      `${right} of ${seeds}`,
      plain >= most ? `more than ${count(most)}` : count(plain),
    ]);
  }
  console.log(
    table(["needed", "tests: mean", "most", "≤ 97", "right", "files, then hunks, by ddmin (one seed)"], rows),
  );
}

/** How many tests the search takes for a regression, and whether it found what it should. */
export async function found(world: Regression): Promise<{ tests: number; right: boolean; size: number }> {
  const changes = Changes.between(world.old, world.new);
  const named = indexNames(changes.changes);
  const { depth, files, answerWithoutTest: foreknown } = await scopesOf(changes);
  const ends = { passing: DeltaSet.empty, failing: changes.all };
  const search = explainDifference({ ...ends, depth, dependencies: named.dependencies, groups: files });
  const { tests, result } = walk(skipping<Explanation, Outcome | Hinted>(search, foreknown), (set) => {
    const { outcome, execution } = world.run(changes.compose(set));
    return outcome === "unresolved" ? { outcome, about: aboutChanges(execution, changes, named) } : outcome;
  });
  return { tests, right: world.needed.every((i) => result.failing.has(i)), size: result.failing.size };
}

/** What one would do without scopes, names and errors: ddmin over files, then over what is left of them. */
async function filesThenHunks(world: Regression): Promise<number> {
  const changes = Changes.between(world.old, world.new);
  const files = changes.files().map(({ first, changes: own }) => DeltaSet.range(first, first + own.length));
  const union = (chosen: DeltaSet) => [...chosen].reduce((sum, i) => sum.union(files[i]!), DeltaSet.empty);
  const test = (set: DeltaSet) => world.run(changes.compose(set)).outcome;
  const coarse = walk(ddmin(DeltaSet.range(0, files.length)), (set) => test(union(set)), most);
  if (coarse.tests >= most) return most;
  return coarse.tests + walk(ddmin(union(coarse.result)), test, most - coarse.tests).tests;
}

function walk<R, A extends Outcome | Hinted>(search: Search<DeltaSet, R, A>, test: (set: DeltaSet) => A, limit = 1e6) {
  const known = new Map<string, A>();
  while (asking(search)) {
    const answer = known.get(search.ask.key) ?? test(search.ask);
    known.set(search.ask.key, answer);
    if (known.size >= limit) return { tests: known.size, result: search.best as R };
    search = search.after(answer);
  }
  return { tests: known.size, result: search.result };
}
