import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { random, sample } from "../bench/random.ts";
import { parseLogBytes } from "../runtimes/protocol/native-log.ts";
import type { ScheduleLog } from "../runtimes/protocol/schedule-log.ts";
import { planText, type Schedule } from "../runtimes/protocol/schedule-plan.ts";
import { buildFlags } from "../src/causes/schedule/native/build-flags.ts";
import { compileRuntimeLibrary, runtimeLibraryEnvironment } from "../src/causes/schedule/native/runtime-library.ts";
import { findSourcePlaces, type SourcePlace } from "../src/causes/schedule/native/source-places.ts";
import { type SwitchTimes, segmentsOf } from "./literal-schedule.ts";

const mostSchedules = 200;

/** A program with threads that takes turns by numbers of yield points. */
export class LiteralProgram {
  readonly #folder: string;
  readonly #argv: readonly string[];
  readonly #library: string;
  readonly #lanes: readonly string[];
  /** The step of the first thread at which all others are there: time begins then. */
  readonly #beginning: number;
  readonly #steps: number;

  static async build(folder: string, source: string): Promise<{ program: string; library: string }> {
    const { library } = await compileRuntimeLibrary(join(folder, "runtime"));
    const program = join(folder, "literal");
    const { compile, link } = buildFlags("access", library);
    execFileSync("cc", ["-O1", "-pthread", ...compile, "-c", "-o", `${program}.o`, source]);
    execFileSync("cc", ["-pthread", "-o", program, `${program}.o`, "-lm", ...link]);
    return { program, library };
  }

  constructor(folder: string, { program, library }: { program: string; library: string }, words: readonly string[]) {
    this.#folder = folder;
    this.#argv = [program, ...words];
    this.#library = library;
    const { runs, lanes } = this.#run([]).realised;
    this.#lanes = [...lanes.keys()].filter((lane) => lane !== "1");
    this.#beginning = runs[0]!.count;
    this.#steps = Math.max(...runs.map(({ count }) => count));
  }

  outcome(times: SwitchTimes): "pass" | "fail" {
    return this.#run(this.#schedule(times)).passes ? "pass" : "fail";
  }

  /** Random schedules until one of them passes and one fails. */
  explore(seed: number, switches: number) {
    const found: { pass?: SwitchTimes; fail?: SwitchTimes } = {};
    for (let tried = 1; tried <= mostSchedules; tried++) {
      const times = sample(switches, this.#steps, random(mostSchedules * seed + tried));
      found[this.outcome(times)] ??= times;
      const { pass, fail } = found;
      if (pass && fail) return { passing: pass, failing: fail, tried };
    }
    throw new Error(`all of ${mostSchedules} schedules have the same outcome`);
  }

  /** Where the thread is that a switch stops; undefined if it was not running any more. */
  async place(times: SwitchTimes, number: number): Promise<SourcePlace | undefined> {
    const schedule = this.#schedule(times);
    const { lane, count } = schedule[number + 1]!;
    const { runs } = this.#run(schedule).realised;
    const where = runs.find((each) => each.lane === lane && each.count === count)?.where;
    return where === undefined ? undefined : (await findSourcePlaces([where])).get(where);
  }

  #schedule(times: SwitchTimes): Schedule {
    return [{ lane: "1", count: this.#beginning }, ...segmentsOf(times, this.#lanes)];
  }

  #run(schedule: Schedule): { passes: boolean; realised: ScheduleLog } {
    const [plan, log] = [join(this.#folder, "plan"), join(this.#folder, "log")];
    rmSync(log, { force: true });
    writeFileSync(plan, planText({ schedule, policy: { name: "default" }, limit: 1e10 }));
    const env = { ...process.env, ...runtimeLibraryEnvironment({ library: this.#library, plan, log }) };
    const [program, ...words] = this.#argv;
    const { status } = spawnSync(program!, words, { env, stdio: "ignore" });
    return { passes: status === 0, realised: parseLogBytes(readFileSync(log)) };
  }
}
