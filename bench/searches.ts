import type { DeltaSet } from "../src/core/delta-set.ts";
import type { DeltaSearch } from "../src/core/search.ts";
import { auto } from "../src/search/auto.ts";
import { isolateFromNothing } from "../src/search/dd.ts";
import { ddmin } from "../src/search/ddmin.ts";
import { thorough } from "../src/search/thorough.ts";
import { wide } from "../src/search/wide.ts";
import { means, measure } from "./measure.ts";
import { count, figure, table } from "./table.ts";
import { ambiguous, bracketed, dependent, monotone, noisy, unlucky, type Worlds } from "./worlds.ts";

/** How many tests the searches take, one after the other, and how small their results are. */
export async function searches(): Promise<void> {
  console.log("Tests are distinct questions, asked sequentially; the two ends are free. Means over seeded worlds.\n");
  printMonotone();
  printOthers();
  printIsolation();
}

const sizes = [8, 32, 100, 1000, 1e4, 1e5, 1e6];
const needed = [1, 2, 3, 5, 10, 30, 100, 300, 500];

function printMonotone(): void {
  let met = 0;
  let cells = 0;
  const rows: string[][] = [];
  for (const n of sizes)
    for (const k of needed.filter((k) => k <= n / 2)) {
      const limit = log2Choose(n, k);
      const bar = 1.5 * limit + 2 * k;
      const seeds = k <= 100 ? 100 : 20;
      const row = [count(n), count(k), figure(limit), figure(bar)];
      for (const layout of ["contiguous", "scattered"] as const) {
        const worlds = monotone(n, k, layout);
        const { tests } = means(auto, worlds, seeds);
        cells++;
        if (tests <= bar) met++;
        row.push(figure(tests) + (tests <= bar ? "" : " !"), ddminTests(n, k, worlds, seeds));
      }
      rows.push([...row, count(seeds)]);
    }
  const head = ["n", "k", "limit", "bar", "together: auto", "ddmin", "scattered: auto", "ddmin", "seeds"];
  console.log(
    "Monotone: k of n deltas needed, which stand together or anywhere. Limit log2 C(n, k); bar 1.5 limit + 2k;",
  );
  console.log("! above the bar; - left out, since it takes too long here.\n");
  console.log(table(head, rows));
  console.log(`\nauto is within the bar in ${met} of ${cells} cells.\n`);
}

function ddminTests(n: number, k: number, worlds: Worlds, seeds: number): string {
  return n * k <= 1e6 ? figure(means(ddmin, worlds, seeds).tests) : "-";
}

const otherWorlds: Record<string, Worlds> = {
  "ambiguous, 2 causes of 2, n = 40": ambiguous(40, 2, 2),
  "ambiguous, 2 causes of 3, n = 1,000": ambiguous(1000, 2, 3),
  "ambiguous, 3 causes of 5, n = 10,000": ambiguous(1e4, 3, 5),
  "ambiguous, 3 causes of 30, n = 10,000": ambiguous(1e4, 3, 30),
  "dependent, parent before, n = 200": dependent(200, { parents: "before", otherwise: "unresolved" }),
  "dependent, parent before, n = 1,000": dependent(1000, { parents: "before", otherwise: "unresolved" }),
  "dependent, parent near, n = 200": dependent(200, { parents: "near", otherwise: "unresolved" }),
  "dependent, parent near, n = 2,000": dependent(2000, { parents: "near", otherwise: "unresolved" }),
  "dependent, parent behind, n = 1,000": dependent(1000, { parents: "behind", otherwise: "unresolved" }),
  "parent behind, pass without it, n = 1,000": dependent(1000, { parents: "behind", otherwise: "pass" }),
  "dependent, parent anywhere, n = 200": dependent(200, { parents: "anywhere", otherwise: "unresolved" }),
  "dependent, parent anywhere, n = 1,000": dependent(1000, { parents: "anywhere", otherwise: "unresolved" }),
  "parent anywhere, pass without it, n = 1,000": dependent(1000, { parents: "anywhere", otherwise: "pass" }),
  "brackets, n = 20": bracketed(20, "unresolved"),
  "brackets, n = 60": bracketed(60, "unresolved"),
  "brackets, n = 200": bracketed(200, "unresolved"),
  "brackets, n = 600": bracketed(600, "unresolved"),
  "brackets, pass if unbalanced, n = 60": bracketed(60, "pass"),
  "brackets, pass if unbalanced, n = 600": bracketed(600, "pass"),
  "10 % unresolved, n = 1,000": unlucky(1000, 0.1),
  "30 % unresolved, n = 40": unlucky(40, 0.3),
  "30 % unresolved, n = 200": unlucky(200, 0.3),
  "30 % unresolved, n = 1,000": unlucky(1000, 0.3),
  "30 % unresolved, n = 10,000": unlucky(1e4, 0.3),
  "30 % unresolved, n = 100,000": unlucky(1e5, 0.3),
  "60 % unresolved, n = 1,000": unlucky(1000, 0.6),
};

function printOthers(): void {
  const seeds = 100;
  let met = 0;
  const rows = Object.entries(otherWorlds).map(([name, worlds]) => {
    const runs = (search: (failing: DeltaSet) => DeltaSearch) => means(search, worlds, seeds);
    const [base, ours, ...more] = [runs(ddmin), runs(auto), runs(thorough), runs(wide(64))] as const;
    const within = ours.tests <= 1.1 * base.tests + 10 && ours.size <= 1.02 * base.size;
    if (within) met++;
    const figures = [base, ours, ...more].flatMap(({ tests, size }) => [figure(tests), figure(size)]);
    return [name, ...figures, within ? "" : "!"];
  });
  const head = ["world", "ddmin", "size", "auto", "size", "thorough", "size", "wide 64", "size", ""];
  console.log(
    `Other worlds, ${seeds} seeds. Bar for auto: tests within 1.1 ddmin + 10, size within 1.02 ddmin; ! outside.\n`,
  );
  console.log(table(head, rows));
  console.log(`\nauto is within the bar in ${met} of ${rows.length} worlds.\n`);
}

function printIsolation(): void {
  let met = 0;
  const rows = [8, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9].map((n) => {
    const bar = Math.ceil(Math.log2(n)) + 2;
    const kinds = [monotone(n, 1, "scattered"), monotone(n, 4, "scattered"), noisy(n)];
    const most = kinds.map((worlds) => mostTests(worlds, 200));
    const within = most.every((tests) => tests <= bar);
    if (within) met++;
    return [count(n), ...most.map(count), count(bar), within ? "" : "!"];
  });
  console.log("Isolation by dd, every outcome resolved, the most tests of 200 seeds. Bar ⌈log2 n⌉ + 2; ! above it.\n");
  console.log(table(["n", "1 needed", "4 needed", "pass or fail at random", "bar", ""], rows));
  console.log(`\ndd is within the bar in ${met} of ${rows.length} rows.\n`);
}

function mostTests(worlds: Worlds, seeds: number): number {
  return Math.max(...Array.from({ length: seeds }, (_, seed) => measure(isolateFromNothing, worlds(seed)).tests));
}

/** What k of n may be, in bits. */
function log2Choose(n: number, k: number): number {
  let bits = 0;
  for (let i = 0; i < k; i++) bits += Math.log2((n - i) / (k - i));
  return bits;
}
