import { DeltaSet } from "../../../src/core/delta-set.ts";
import type { Outcome } from "../../../src/core/outcome.ts";
import type { Search } from "../../../src/core/search.ts";
import type { Driver } from "../../../src/drive/walk.ts";
import { auto } from "../../../src/search/auto.ts";
import { bisect } from "../../../src/search/bisect.ts";
import { isolateFromNothing } from "../../../src/search/dd.ts";
import { ddmin } from "../../../src/search/ddmin.ts";
import { below, random } from "../../random.ts";
import { monotone, type Worlds } from "../../worlds.ts";
import { measuredOverhead, VirtualFarm } from "./virtual-farm.ts";

/** A search for a cause that is known, on a farm. */
export interface Case {
  readonly name: string;
  /** Walks the search for the cause of this seed, with the farm in place of tests. */
  readonly walk: (seed: number, walking: Walking) => Promise<unknown>;
}

interface Walking {
  readonly driver: Driver;
  readonly farm: VirtualFarm;
  readonly seconds: number;
}

export const cases: readonly Case[] = [
  { name: "dd, 1 of 10,000", walk: overSets(isolateFromNothing, monotone(10_000, 1, "scattered")) },
  { name: "bisect, 1,000 commits", walk: walkBisection },
  { name: "ddmin, 3 of 1,000", walk: overSets(ddmin, monotone(1000, 3, "scattered")) },
  { name: "auto, 3 of 1,000", walk: overSets(auto, monotone(1000, 3, "scattered")) },
];

function overSets(search: (failing: DeltaSet) => Search<DeltaSet, unknown>, worlds: Worlds): Case["walk"] {
  return (seed, walking) => {
    const { size, predicate } = worlds(seed);
    return walk({ search: search(DeltaSet.range(0, size)), key: (set) => set.key, outcome: predicate }, walking);
  };
}

function walkBisection(seed: number, walking: Walking): Promise<unknown> {
  const count = 1000;
  const culprit = below(count, random(seed));
  const search = bisect({ count, parents: (version) => [version - 1] });
  return walk({ search, key: String, outcome: (version) => (version >= culprit ? "fail" : "pass") }, walking);
}

interface Questions<Q> {
  readonly search: Search<Q, unknown>;
  readonly key: (question: Q) => string;
  readonly outcome: (question: Q) => Outcome;
}

function walk<Q>({ search, key, outcome }: Questions<Q>, { driver, farm, seconds }: Walking): Promise<unknown> {
  return driver({
    search,
    key,
    trial: (question, signal) => farm.trial(seconds, () => ({ outcome: outcome(question) }), signal),
  });
}

export interface Simulation {
  readonly driver: Driver;
  readonly workers: number;
  /** Of one test. */
  readonly seconds: number;
  /** Seconds that a test that is no longer needed keeps its worker; 0: it is cancelled. */
  readonly lingers: number;
  readonly seed: number;
}

export interface Simulated {
  /** Seconds until the answer. */
  readonly seconds: number;
  readonly started: number;
}

/** The same for the same seed: nothing is waited for, and no test runs. */
export async function simulate(
  each: Case,
  { driver, workers, seconds, lingers, seed }: Simulation,
): Promise<Simulated> {
  const farm = new VirtualFarm({ workers, lingers, overhead: measuredOverhead(random(seed + 1000)) });
  await each.walk(seed, { driver, farm, seconds });
  return { seconds: farm.now, started: farm.started };
}
