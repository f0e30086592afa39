import { join } from "node:path";
import type { Engine, TestPlace } from "./engine.ts";
import type { Experiment, NextCommand } from "./experiment.ts";
import { type Overlay, runInOverlays } from "./isolation/overlays.ts";
import type { Sandbox } from "./isolation/sandbox.ts";
import type { Execution } from "./process/execution.ts";
import type { Supervisor, TestCommand } from "./process/supervisor.ts";

/** Runs tests as processes of this machine. */
export class ThisMachine implements Engine {
  readonly #supervisor: Supervisor;
  readonly #folder: string;
  readonly #sandbox: Sandbox | undefined;
  #turns = 0;

  /** `folder` is that of the laboratory. With a sandbox, each test can write only to its own folders. */
  constructor(supervisor: Supervisor, folder: string, sandbox?: Sandbox) {
    this.#supervisor = supervisor;
    this.#folder = folder;
    this.#sandbox = sandbox;
  }

  get reachesFiles(): boolean {
    return this.#sandbox === undefined;
  }

  async execute(experiment: Experiment, at: TestPlace): Promise<Execution> {
    const { build, candidate: _, overlays = [], judge, stdoutCopy, ...test } = experiment;
    const { folder, temporary } = at.folders;
    const command = { cwd: folder, ...test, environment: { ...test.environment, TMPDIR: temporary } };
    const copied = stdoutCopy === undefined ? {} : { stdoutCopy };
    const building = { ...command, argv: build ?? [], stdin: undefined, timeLimit: at.limits.build };
    const built = build && (await this.#run(building, { ...at, overlays }));
    if (built && built.exit !== 0) return { ...built, unbuilt: true };
    // What the build made in the place of a hidden file stays.
    const left = built ? overlays.map((overlay) => ({ ...overlay, hidden: [] })) : overlays;
    const execution = await this.#testAndJudge({ ...command, ...copied, timeLimit: at.limits.test }, judge, {
      ...at,
      overlays: left,
    });
    return { ...execution, milliseconds: execution.milliseconds + (built?.milliseconds ?? 0) };
  }

  async #testAndJudge(test: TestCommand, judge: Experiment["judge"], at: OverlaidPlace): Promise<Execution> {
    if (!judge) return this.#run(test, at);
    const turn = ++this.#turns;
    try {
      const execution = await this.#run({ ...test, turn }, at);
      if (execution.timedOut) return execution;
      const { stdoutCopy: _, timeLimit, ...same } = test;
      const left = timeLimit && Math.max(1, timeLimit - execution.milliseconds);
      const run = ({ environment, ...next }: NextCommand) => {
        const both = { ...same.environment, ...environment };
        return this.#run({ ...same, ...next, environment: both, timeLimit: left, turn }, at);
      };
      return await judge(execution, { run, timeLimit });
    } finally {
      this.#supervisor.endTurn(turn);
    }
  }

  #run(command: TestCommand, { slot, signal, overlays, folders }: OverlaidPlace): Promise<Execution> {
    const path = (name: string) => join(this.#folder, `${name}-${slot}`);
    const execute = (each: TestCommand) => this.#supervisor.execute(each, signal);
    const files = { plan: path("plan"), report: path("overlay-report") };
    const run = (each: TestCommand) =>
      overlays.length === 0 ? execute(each) : runInOverlays(each, overlays, files, execute);
    if (!this.#sandbox) return run(command);
    const own = [...Object.values(folders), ...overlays.map(({ at }) => at)];
    return this.#sandbox.run(command, { folder: this.#folder, own, report: path("report") }, run);
  }
}

interface OverlaidPlace extends TestPlace {
  readonly overlays: readonly Overlay[];
}
