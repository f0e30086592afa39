import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { workersEnvironment } from "../runtimes/schedule-workers/launch.ts";
import { figure, table } from "./table.ts";

const rounds = 5;
const replays = 100;

/** What steps cost in a thread of Node, what a test costs, and whether a run can be repeated. */
export async function workersSlowdown(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "culprit-bench-"));
  try {
    console.log(
      `\n## Threads of Node: nanoseconds of processor time for a round, the fastest of ${rounds} rounds in turn\n`,
    );
    console.log(
      table(
        ["", "plain", "with steps", "ratio", "bar"],
        loops.map((loop) => slowdown(folder, loop)),
      ),
    );
    console.log(`\n${table(["", ""], [...testCost(folder), replayed(folder)])}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Loop {
  readonly name: string;
  readonly body: string;
  readonly bar: string;
}

const loops: readonly Loop[] = [
  { name: "loop that computes", body: "t = (Math.imul(t, 31) + i) % 1000003", bar: "≤ 1.25" },
  { name: "loop that does next to nothing", body: "t = (t + i) | 0", bar: "" },
  { name: "calls of a function", body: "t = next(t)", bar: "" },
  { name: "reads a typed array", body: "t = (t + shared[i & 1023]) | 0", bar: "≤ 3" },
  { name: "reads and writes a typed array", body: "shared[i & 1023] = shared[(i + 1) & 1023] + 1", bar: "≤ 3" },
  { name: "increments in a typed array", body: "shared[i & 1023]++", bar: "" },
  { name: "Atomics.add", body: "Atomics.add(shared, i & 1023, 1)", bar: "" },
];

/** The loop runs in a worker, until it is as fast as it gets, and says what a round took. */
const program = ({ body }: Loop, n: number) => `
import { isMainThread, Worker } from "node:worker_threads";
const shared = new Int32Array(new SharedArrayBuffer(4096));
const next = (t) => (t * 7 + 1) | 0;
function work(n) {
  let t = 1;
  for (let i = 0; i < n; i++) ${body};
  return t;
}
if (isMainThread) new Worker(new URL(import.meta.url));
else {
  let least = Infinity;
  for (let round = 0; round < 6; round++) {
    const start = process.cpuUsage();
    work(${n});
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (1000 * (user + system)) / ${n});
  }
  console.log(least);
}
`;

function slowdown(folder: string, loop: Loop): string[] {
  writeFileSync(join(folder, "program.mjs"), program(loop, 30_000_000));
  const costs = Array.from({ length: rounds }, () => [
    Number(run(folder)),
    Number(run(folder, "policy default\n").output),
  ]);
  const [plain, stepped] = [0, 1].map((i) => Math.min(...costs.map((each) => each[i]!)));
  return [loop.name, figure(plain), figure(stepped), figure(stepped! / plain!), loop.bar];
}

const racy = `
import { isMainThread, Worker, workerData } from "node:worker_threads";
const counts = workerData ?? new Int32Array(new SharedArrayBuffer(4));
if (isMainThread) for (let i = 0; i < 2; i++) new Worker(new URL(import.meta.url), { workerData: counts });
else for (let i = 0; i < ROUNDS; i++) counts[0]++;
`;

function testCost(folder: string): string[][] {
  writeFileSync(join(folder, "program.mjs"), racy.replace("ROUNDS", "20"));
  const times = Array.from({ length: rounds }, () => [
    timed(() => run(folder)),
    timed(() => run(folder, "policy default\n")),
  ]);
  const at = (i: number) => median(times.map((each) => each[i]!));
  writeFileSync(join(folder, "program.mjs"), racy.replace("ROUNDS", "20000"));
  const milliseconds = timed(() => run(folder, "policy uniform 1 2\n"));
  const { log } = run(folder, "policy uniform 1 2\n");
  const switches = log.match(/^run /gm)!.length;
  return [
    ["a test with two workers under control, ms", figure(at(1))],
    ["the same program free, ms", figure(at(0))],
    ["switches per second", figure((1000 * switches) / (milliseconds - at(1)))],
  ];
}

/** By its policy, and by the schedule that it had. */
function replayed(folder: string): string[] {
  writeFileSync(join(folder, "program.mjs"), racy.replace("ROUNDS", "20"));
  const { log } = run(folder, "policy uniform 1 3\n");
  const segments = [...log.matchAll(/^run (\S+) (\d+)/gm)]
    .map(([, lane, count]) => `segment ${lane} ${count}\n`)
    .join("");
  let same = 0;
  for (let i = 0; i < replays; i++) {
    const again = run(folder, i % 2 === 0 ? segments : "policy uniform 1 3\n");
    if (again.log === log) same++;
  }
  return ["replayed with the same log", `${same} of ${replays}`];
}

interface Run {
  readonly output: string;
  readonly log: string;
}

function run(folder: string): string;
function run(folder: string, plan: string): Run;
function run(folder: string, plan?: string): string | Run {
  if (plan === undefined) return execFileSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8" });
  const [planned, log] = [join(folder, "plan"), join(folder, "log")];
  for (const old of [log, `${log}.owner`]) rmSync(old, { force: true });
  writeFileSync(planned, plan);
  const preload = resolve("dist/runtimes/schedule-workers/preload.js");
  const cache = join(folder, "cache");
  const env = { ...process.env, ...workersEnvironment({ plan: planned, log, folder, cache, preload }) };
  const { stdout } = spawnSync(process.execPath, ["program.mjs"], { cwd: folder, encoding: "utf8", env });
  return { output: stdout, log: readFileSync(log, "utf8") };
}

function timed(act: () => unknown): number {
  const began = performance.now();
  act();
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
