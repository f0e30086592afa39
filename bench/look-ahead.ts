import { DeltaSet } from "../src/core/delta-set.ts";
import type { DeltaSearch } from "../src/core/search.ts";
import { lookAhead } from "../src/drive/look-ahead.ts";
import type { TrialResult } from "../src/drive/walk.ts";
import { auto } from "../src/search/auto.ts";
import { isolateFromNothing } from "../src/search/dd.ts";
import { ddmin } from "../src/search/ddmin.ts";
import { wide } from "../src/search/wide.ts";
import { VirtualTime } from "../test/drive/virtual-time.ts";
import { count, figure, mean, table } from "./table.ts";
import { bracketed, dependent, monotone, type World, type Worlds } from "./worlds.ts";

/** What more workers gain, in virtual time: no test runs, a clock jumps from event to event. */
export async function lookAheads(): Promise<void> {
  await printSpeedUps("every test takes one unit of time", { cases, duration: () => 1 });
  await printSpeedUps("tests take from 0.1 to 1.9 units", { cases, duration: unequal });
  await printRounds();
}

const workerCounts = [1, 2, 8, 64];
const seeds = 3;

interface Case {
  readonly name: string;
  readonly search: (failing: DeltaSet) => DeltaSearch<unknown>;
  readonly worlds: Worlds;
}

const cases: readonly Case[] = [
  { name: "dd, 1 of 3.84e9", search: isolateFromNothing, worlds: monotone(3_842_577_240, 1, "scattered") },
  { name: "ddmin, 3 of 1,000", search: ddmin, worlds: monotone(1000, 3, "scattered") },
  { name: "auto, 3 of 1,000", search: auto, worlds: monotone(1000, 3, "scattered") },
  { name: "wide 64, 3 of 1,000", search: wide(64), worlds: monotone(1000, 3, "scattered") },
  { name: "ddmin, 100 of 10,000", search: ddmin, worlds: monotone(1e4, 100, "scattered") },
  { name: "auto, 100 of 10,000", search: auto, worlds: monotone(1e4, 100, "scattered") },
  { name: "wide 64, 100 of 10,000", search: wide(64), worlds: monotone(1e4, 100, "scattered") },
  { name: "ddmin, brackets, 200", search: ddmin, worlds: bracketed(200, "unresolved") },
  { name: "auto, brackets, 200", search: auto, worlds: bracketed(200, "unresolved") },
  { name: "wide 64, brackets, 200", search: wide(64), worlds: bracketed(200, "unresolved") },
  { name: "ddmin, dependent, 1,000", search: ddmin, worlds: dependencies },
  { name: "auto, dependent, 1,000", search: auto, worlds: dependencies },
  { name: "wide 64, dependent, 1,000", search: wide(64), worlds: dependencies },
];

function dependencies(seed: number): World {
  return dependent(1000, { parents: "anywhere", otherwise: "unresolved" })(seed);
}

interface Comparison {
  readonly cases: readonly Case[];
  readonly duration: (set: DeltaSet) => number;
}

async function printSpeedUps(title: string, { cases, duration }: Comparison): Promise<void> {
  const rows: string[][] = [];
  for (const each of cases) {
    const runs: { time: number; started: number }[] = [];
    for (const workers of workerCounts) runs.push(await repeated(each, { workers, duration }));
    const alone = runs[0]!;
    rows.push([
      each.name,
      figure(alone.time),
      ...runs.slice(1).flatMap(({ time }) => [figure(time), figure(alone.time / time)]),
      ...runs.slice(1).map(({ started }) => figure(started / alone.started)),
    ]);
  }
  const [, ...more] = workerCounts;
  const head = ["", "1 worker", ...more.flatMap((workers) => [`${workers} workers`, "speed-up"])];
  console.log(
    `Time when ${title}, mean of ${seeds} seeds; trials started per needed test at ${more.join(", ")} workers.\n`,
  );
  console.log(table([...head, ...more.map((workers) => `started ${workers}`)], rows));
  console.log("");
}

async function printRounds(): Promise<void> {
  const isolating = { search: isolateFromNothing, worlds: monotone(1e9, 1, "scattered"), seeds: 100, bar: 6 };
  const simplifying = { search: ddmin, worlds: monotone(1000, 3, "scattered"), seeds: 100, bar: 14 };
  for (const [name, { search, worlds, seeds, bar }] of Object.entries({
    "1 in 1,000,000,000 isolated": isolating,
    "3 of 1,000 simplified by ddmin": simplifying,
  })) {
    const rounds: number[] = [];
    for (let seed = 0; seed < seeds; seed++)
      rounds.push((await drive({ search, workers: 64, duration: () => 1 }, worlds(seed))).time);
    const most = Math.max(...rounds);
    const verdict = most <= bar ? "met" : "missed !";
    console.log(
      `${name} by 64 workers, ${seeds} seeds: mean ${figure(mean(rounds))} rounds, most ${count(most)} (bar ${bar}: ${verdict})`,
    );
  }
  console.log("");
}

interface Drive {
  readonly workers: number;
  readonly duration: (set: DeltaSet) => number;
}

async function repeated({ search, worlds }: Case, { workers, duration }: Drive) {
  const runs: { time: number; started: number }[] = [];
  for (let seed = 0; seed < seeds; seed++) runs.push(await drive({ search, workers, duration }, worlds(seed)));
  return { time: mean(runs.map(({ time }) => time)), started: mean(runs.map(({ started }) => started)) };
}

async function drive({ search, workers, duration }: Drive & Pick<Case, "search">, { size, predicate }: World) {
  const time = new VirtualTime();
  await lookAhead(workers)<DeltaSet, unknown, TrialResult>({
    search: search(DeltaSet.range(0, size)),
    key: (set) => set.key,
    trial: (set, signal) => time.trial(duration(set), () => ({ outcome: predicate(set) }), signal),
  });
  return { time: time.now, started: time.started };
}

/** From 0.1 to 1.9, the same for the same set. */
function unequal(set: DeltaSet): number {
  return 0.1 + 1.8 * (Number.parseInt(set.key.slice(8, 16), 16) / 2 ** 32);
}
