import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { asyncEnvironment } from "../runtimes/schedule-events/launch.ts";
import { table } from "./table.ts";

const rounds = 5;

/** What the gate costs for an event: processor time, against the same program without it, medians of rounds in turn. */
export async function asyncSlowdown(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "culprit-bench-"));
  try {
    const rows = programs.map(({ name, text, bar }) => {
      writeFileSync(join(folder, "program.mjs"), text);
      const costs = Array.from({ length: rounds }, (_, round) => [bare(folder), gated(folder, round)] as const);
      const [without, within] = [median(costs.map(([cost]) => cost)), median(costs.map(([, cost]) => cost))];
      const ratio = median(costs.map(([one, other]) => other / one));
      return [name, without.toFixed(2), within.toFixed(2), ratio.toFixed(2), bar];
    });
    console.log(`\n## Asynchronous events: microseconds of processor time for each, medians of ${rounds} rounds\n`);
    console.log(table(["", "bare", "gated", "ratio", "bar"], rows));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A program that makes events one after the other and says how many microseconds each took. */
const chain = ({ events, again }: { events: number; again: string }) => `
import fs from "node:fs";
let left = ${events + 1000}, start;
function next() {
  if (left === ${events}) start = process.cpuUsage();
  if (left-- > 0) return ${again};
  const { user, system } = process.cpuUsage(start);
  console.log((user + system) / ${events});
}
next();
`;

const programs = [
  { name: "setImmediate, 100,000", text: chain({ events: 100_000, again: "setImmediate(next)" }), bar: "≤ 5" },
  {
    name: "setImmediate, 10,000 (each place exact)",
    text: chain({ events: 10_000, again: "setImmediate(next)" }),
    bar: "",
  },
  {
    name: "promise of setImmediate, 100,000",
    text: chain({ events: 100_000, again: "new Promise((done) => setImmediate(done)).then(next)" }),
    bar: "",
  },
  { name: "fs.stat, 10,000", text: chain({ events: 10_000, again: 'fs.stat("/", next)' }), bar: "" },
];

function bare(folder: string): number {
  return Number(execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" }));
}

function gated(folder: string, round: number): number {
  const words = [process.execPath, "program.mjs"];
  const preload = resolve("dist/runtimes/schedule-events/preload.js");
  const log = join(folder, `${round}.log`);
  const env = { ...process.env, ...asyncEnvironment(words, { plan: join(folder, "none"), log, folder, preload }) };
  const cost = Number(execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8", env }));
  for (const each of [log, `${log}.owner`]) rmSync(each);
  return cost;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}
