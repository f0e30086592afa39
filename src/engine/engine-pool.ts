import type { Engine, TestPlace } from "../trial/engine.ts";
import type { Experiment } from "../trial/experiment.ts";
import type { Execution } from "../trial/process/execution.ts";
import { EngineError } from "./engine-error.ts";

/** One engine of several, and how many tests it runs now. */
interface Member {
  readonly url: string;
  readonly engine: Engine;
  running: number;
}

/**
 * Several engines as one: each test goes to the one that has least to do. An engine that is given up leaves its tests to the
 * others; only when none is left, the run stops.
 */
export class EnginePool implements Engine {
  readonly reachesFiles = false;
  readonly #note: (sentence: string) => void;
  #members: readonly Member[];
  readonly #all: readonly Engine[];

  constructor(engines: readonly Pick<Member, "url" | "engine">[], note: (sentence: string) => void) {
    this.#members = engines.map((each) => ({ ...each, running: 0 }));
    this.#all = engines.map(({ engine }) => engine);
    this.#note = note;
  }

  get remarks(): readonly string[] {
    return [...new Set(this.#all.flatMap(({ remarks = [] }) => remarks))];
  }

  async execute(experiment: Experiment, at: TestPlace): Promise<Execution> {
    const member = this.#members.reduce((least, each) => (each.running < least.running ? each : least));
    member.running++;
    try {
      return await member.engine.execute(experiment, at);
    } catch (error) {
      // What is wrong on this machine, or with the test, is so for all engines.
      if (at.signal.aborted || !(error instanceof EngineError) || !this.#giveUp(member, error)) throw error;
    } finally {
      member.running--;
    }
    return this.execute(experiment, at);
  }

  /** False if it is the last one. */
  #giveUp(member: Member, { message }: EngineError): boolean {
    const rest = this.#members.filter((each) => each !== member);
    if (rest.length === 0) return false;
    if (rest.length < this.#members.length) this.#note(`${member.url} is given up, the others go on: ${message}`);
    this.#members = rest;
    return true;
  }
}
