import { lookAhead } from "../../../src/drive/look-ahead.ts";
import type { Driver } from "../../../src/drive/walk.ts";
import { duration } from "../../../src/report/quantity.ts";
import { driverFor } from "../../../src/run/stage/driver-for.ts";
import { count, figure, median, table } from "../../table.ts";
import { type Case, cases, type Simulated, type Simulation, simulate } from "./simulate.ts";

const seeds = 3;
const workerCounts = [1, 10, 100, 1000];
const testSeconds = [1, 10, 60, 600];
/** What a test that is no longer needed keeps its worker for, on an engine that cannot cancel: seconds. */
const lingering = 60;
/** With more workers than this, enough are free in any case. */
const mostLingering = 100;

/** What many machines gain, in virtual time: no test runs, a clock jumps from event to event. */
export async function printScale(): Promise<void> {
  console.log(
    `Simulated: a farm whose actions take 20 to 60 ms besides the test, and 1 to 10 s once in a hundred; medians of ${seeds} seeds.\n`,
  );
  await printTimes();
  await printJobs();
  await printLimits();
  await printPlanning();
}

async function printTimes(): Promise<void> {
  const rows: string[][] = [];
  for (const each of cases)
    for (const seconds of testSeconds) {
      const row = [`${each.name}, test of ${duration(1000 * seconds)}`];
      const alone = await repeated(each, { driver: driverOf(1, seconds), workers: 1, seconds, lingers: 0 });
      const uncancelled: string[] = [];
      for (const workers of workerCounts) {
        const farm = { driver: driverOf(workers, seconds), workers, seconds };
        const { seconds: time } = await repeated(each, { ...farm, lingers: 0 });
        row.push(duration(1000 * time));
        if (workers === 1) continue;
        row.push(figure(alone.seconds / time));
        if (workers > mostLingering) continue;
        const slow = await repeated(each, { ...farm, lingers: lingering });
        uncancelled.push(figure(alone.seconds / slow.seconds));
      }
      rows.push([...row, ...uncancelled]);
    }
  const [, ...more] = workerCounts;
  const head = ["", "1 worker", ...more.flatMap((workers) => [`${count(workers)} workers`, "speed-up"])];
  console.log(
    "Time to the answer, with as many jobs as workers; at the right, the speed-up on a farm that cannot cancel.\n",
  );
  const limited = more.filter((workers) => workers <= mostLingering);
  console.log(`${table([...head, ...limited.map((workers) => `no cancel ${count(workers)}`)], rows)}\n`);
}

/** The user cannot be asked how many workers there are, so the default must do no harm on a small farm. */
async function printJobs(): Promise<void> {
  const jobCounts = [4, 8, 16, 32, 64];
  const rows: string[][] = [];
  for (const workers of [4, 16, 64])
    for (const lingers of [0, lingering]) {
      const row = [`${workers} workers, ${lingers === 0 ? "cancels" : "cannot cancel"}`];
      for (const jobs of jobCounts) {
        const { gain } = await overCases({ driver: driverOf(jobs, 60), workers, seconds: 60, lingers });
        row.push(figure(gain));
      }
      rows.push(row);
    }
  console.log("Speed-up by --jobs, tests of 1 min, geometric mean over the searches.\n");
  console.log(`${table(["", ...jobCounts.map((jobs) => `${jobs} jobs`)], rows)}\n`);
}

/** Whether a trial must be likely to be needed before it is started ahead. */
async function printLimits(): Promise<void> {
  const limits = [0.2, 0.05, 0.01, 0];
  const rows: string[][] = [];
  for (const workers of [16, 100])
    for (const lingers of [0, lingering]) {
      const row = [`${workers} workers, ${lingers === 0 ? "cancels" : "cannot cancel"}`];
      for (const minProbability of limits) {
        const driver = lookAhead(workers, { minProbability });
        const { gain, work } = await overCases({ driver, workers, seconds: 600, lingers });
        row.push(figure(gain), figure(work));
      }
      rows.push(row);
    }
  const head = limits.flatMap((limit) => [limit === 0 ? "any" : `from ${100 * limit} %`, "started"]);
  console.log(
    "Speed-up by how likely a trial must be needed to be started ahead, and trials started per needed one; tests of 10 min.\n",
  );
  console.log(`${table(["", ...head], rows)}\n`);
}

/** The time that culprit itself takes to choose trials: a figure of this machine. */
async function printPlanning(): Promise<void> {
  const rows: string[][] = [];
  for (const each of cases) {
    const row = [each.name];
    for (const workers of workerCounts.slice(1)) {
      const before = process.cpuUsage();
      const driver = driverOf(workers, 1);
      const { started } = await simulate(each, { driver, workers, seconds: 1, lingers: 0, seed: 0 });
      const { user, system } = process.cpuUsage(before);
      row.push(figure((user + system) / 1e6), count(started));
    }
    rows.push(row);
  }
  const head = workerCounts.slice(1).flatMap((workers) => [`${count(workers)} jobs`, "started"]);
  console.log("Seconds of processor time that culprit takes here to choose the trials of one search, tests of 1 s.\n");
  console.log(`${table(["", ...head], rows)}\n`);
}

/** As culprit chooses it for an engine. */
function driverOf(jobs: number, seconds: number): Driver {
  return driverFor({ jobs, milliseconds: 1000 * seconds, isElsewhere: true });
}

async function repeated(each: Case, simulation: Omit<Simulation, "seed">): Promise<Simulated> {
  const runs: Simulated[] = [];
  for (let seed = 0; seed < seeds; seed++) runs.push(await simulate(each, { ...simulation, seed }));
  return { seconds: median(runs.map(({ seconds }) => seconds)), started: median(runs.map(({ started }) => started)) };
}

/** Geometric means over the searches: how much faster than one worker, and how many trials for each needed one. */
async function overCases(simulation: Omit<Simulation, "seed">): Promise<{ gain: number; work: number }> {
  let [gain, work] = [1, 1];
  for (const each of cases) {
    const { seconds } = simulation;
    const alone = await repeated(each, { driver: driverOf(1, seconds), workers: 1, seconds, lingers: 0 });
    const many = await repeated(each, simulation);
    gain *= alone.seconds / many.seconds;
    work *= many.started / alone.started;
  }
  return { gain: gain ** (1 / cases.length), work: work ** (1 / cases.length) };
}
