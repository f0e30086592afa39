import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { DeltaSet } from "../src/core/delta-set.ts";
import { asking, type DeltaSearch } from "../src/core/search.ts";
import { sequential } from "../src/drive/sequential.ts";
import { auto } from "../src/search/auto.ts";
import { isolateFromNothing } from "../src/search/dd.ts";
import { ddmin } from "../src/search/ddmin.ts";
import { count, figure, mean, table } from "./table.ts";
import { monotone, type World } from "./worlds.ts";

/** What we cost ourselves, where a test costs nothing: many deltas, many tests, sets of many ranges. */
export async function inProcess(): Promise<void> {
  await printSearches();
  printSets();
}

async function printSearches(): Promise<void> {
  const rows: string[][] = [];
  const cases = {
    "dd, 1 of 3,842,577,240": {
      search: isolateFromNothing,
      worlds: monotone(3_842_577_240, 1, "scattered"),
      runs: 100,
      bar: 34,
    },
    "auto, 100 of 1,000,000": { search: auto, worlds: monotone(1e6, 100, "scattered"), runs: 10, bar: 2402 },
    "ddmin, 100 of 10,000": { search: ddmin, worlds: monotone(1e4, 100, "scattered"), runs: 10, bar: undefined },
  };
  for (const [name, { search, worlds, runs, bar }] of Object.entries(cases)) {
    const figures: Figures[] = [];
    await drive<unknown>(search, worlds(0));
    for (let seed = 0; seed < runs; seed++) figures.push(await drive<unknown>(search, worlds(seed)));
    const milliseconds = mean(figures.map((each) => each.milliseconds));
    const tests = mean(figures.map((each) => each.tests));
    const most = Math.max(...figures.map((each) => each.tests));
    rows.push([
      name,
      figure(tests),
      count(most) + (bar === undefined || most <= bar ? "" : " !"),
      bar === undefined ? "-" : count(bar),
      figure(milliseconds),
      count(Math.round((1000 * tests) / milliseconds)),
      figure(mean(figures.map((each) => each.heap)) / 1024),
    ]);
  }
  console.log("Predicates in our own process, one test after the other; ! above the bar.\n");
  console.log(table(["", "tests", "most", "bar", "ms", "tests/s", "heap kept, KB"], rows));
  console.log("");
}

interface Figures {
  readonly tests: number;
  readonly milliseconds: number;
  /** How many bytes the heap held more after the search than before, garbage not counted. */
  readonly heap: number;
}

async function drive<R>(search: (failing: DeltaSet) => DeltaSearch<R>, { size, predicate }: World): Promise<Figures> {
  let tests = 0;
  const before = heapUsed();
  const start = performance.now();
  const end = await sequential({
    search: search(DeltaSet.range(0, size)),
    key: (set) => set.key,
    trial: async (set) => {
      tests++;
      return { outcome: predicate(set) };
    },
  });
  const milliseconds = performance.now() - start;
  const heap = heapUsed() - before;
  if (asking(end)) throw new Error("the search was not finished");
  return { tests, milliseconds, heap };
}

function printSets(): void {
  const ranges = 1e5;
  const large = DeltaSet.from(Array.from({ length: ranges }, (_, i) => [3 * i, 3 * i + 2] as const));
  const middle = large.part(500, 1000);
  const others = DeltaSet.from(Array.from({ length: ranges }, (_, i) => [3 * i + 1, 3 * i + 3] as const));
  const operations: Record<string, () => unknown> = {
    "the key of a new one": () => large.slice(1).key,
    "has, 1,000 times": () => Array.from({ length: 1000 }, (_, i) => large.has(i * 299)),
    "the middle thousandth: part": () => large.part(500, 1000),
    "without it: minus": () => large.minus(middle),
    "without it, and the key": () => large.minus(middle).key,
    "union with 100,000 other ranges": () => large.union(others),
    "a step of ddmin with its key": stepsOf(ddmin(large, 1024)),
    "a step of auto with its key": stepsOf(auto(large)),
  };
  // A search has the key of the set it cuts; that of a part then costs what the part does.
  large.key;
  const rows = Object.entries(operations).map(([name, run]) => [name, figure(milliseconds(run))]);
  console.log(`A set of ${count(large.size)} deltas in ${count(ranges)} ranges:\n`);
  console.log(table(["", "ms"], rows));
  console.log("");
}

/** Goes one step on at each call. Half of the steps leave something out. */
function stepsOf(start: DeltaSearch): () => string {
  let position = start;
  let steps = 0;
  return () => {
    if (!asking(position)) position = start;
    if (!asking(position)) return "";
    const { key } = position.ask;
    position = position.after(steps++ % 2 === 0 ? "pass" : "fail");
    return key;
  };
}

/** Milliseconds a call takes, mean of 200 after 20 to warm up. */
function milliseconds(run: () => unknown): number {
  for (let i = 0; i < 20; i++) run();
  const start = performance.now();
  for (let i = 0; i < 200; i++) run();
  return (performance.now() - start) / 200;
}

function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  return process.memoryUsage().heapUsed;
}
