import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { commandsOf, type Racy } from "../cases/races.ts";
import { parseLogBytes } from "../runtimes/protocol/native-log.ts";
import type { ScheduleLog } from "../runtimes/protocol/schedule-log.ts";
import { planText, type Schedule } from "../runtimes/protocol/schedule-plan.ts";
import type { SchedulePolicy } from "../runtimes/protocol/schedule-policy.ts";
import { asyncEnvironment } from "../runtimes/schedule-events/launch.ts";
import { workersEnvironment } from "../runtimes/schedule-workers/launch.ts";
import { buildFlags } from "../src/causes/schedule/native/build-flags.ts";
import { runtimeLibraryEnvironment } from "../src/causes/schedule/native/runtime-library.ts";

/** A run by a schedule, or by a policy where there is none. */
export interface Played {
  readonly fails: boolean;
  readonly realised: ScheduleLog;
}

const limit = 1_000_000;
const timeout = 30_000;

/** One of the racy programs of the cases, built, to be run under plans. */
export class BenchProgram {
  readonly name: string;
  readonly threads: boolean;
  readonly #folder: string;
  readonly #library: string;
  readonly #test: readonly string[];
  readonly #kind: "native" | "workers" | "async";
  #runs = 0;

  constructor({ kind, path }: Racy, { folder, library }: { folder: string; library: string }) {
    const file = basename(path);
    const { build, test } = commandsOf(file);
    this.name = `${kind}: ${file}`;
    const ofNode = readFileSync(path, "utf8").includes("node:worker_threads") ? "workers" : "async";
    this.#kind = build ? "native" : ofNode;
    this.threads = this.#kind !== "async";
    this.#folder = join(folder, `${kind}-${file}`.replaceAll(" ", "-"));
    this.#library = library;
    this.#test = build ? test : [test[0]!, path];
    mkdirSync(this.#folder);
    if (build) this.#build(build, path);
  }

  #build([compiler, ...words]: readonly string[], path: string): void {
    const { compile, link } = buildFlags("access", this.#library);
    const options = words.filter((word) => /^-(?:std|O)/.test(word));
    const [object, program] = [join(this.#folder, "program.o"), join(this.#folder, "program")];
    execFileSync(compiler!, [...options, "-pthread", ...compile, "-c", "-o", object, path]);
    execFileSync(compiler!, ["-pthread", "-o", program, object, "-lm", ...link]);
  }

  async play({
    schedule = [],
    policy = { name: "default" },
  }: {
    schedule?: Schedule;
    policy?: SchedulePolicy;
  }): Promise<Played> {
    const run = join(this.#folder, String(this.#runs++));
    const [plan, log] = [`${run}.plan`, `${run}.log`];
    writeFileSync(plan, planText({ schedule, policy, limit }));
    const exit = await this.#execute(this.#environment(plan, log));
    const realised = parseLogBytes(readFileSync(log));
    for (const each of [plan, log, `${log}.owner`, `${log}.other`]) rmSync(each, { force: true });
    return { fails: exit !== 0, realised };
  }

  #environment(plan: string, log: string): Readonly<Record<string, string | undefined>> {
    if (this.#kind === "native") return runtimeLibraryEnvironment({ library: this.#library, plan, log });
    const control = { plan, log, folder: this.#folder, epoch: 1_700_000_000_000 };
    if (this.#kind === "async") return asyncEnvironment(this.#test, control);
    return workersEnvironment({ ...control, cache: join(this.#folder, "steps") });
  }

  #execute(environment: Readonly<Record<string, string | undefined>>): Promise<number | null> {
    const [program, ...words] = this.#test;
    const env = { ...process.env, ...environment };
    return new Promise((settle, reject) => {
      spawn(program!, words, { cwd: this.#folder, env, stdio: "ignore", timeout, killSignal: "SIGKILL" })
        .on("error", reject)
        .on("exit", settle);
    });
  }
}
