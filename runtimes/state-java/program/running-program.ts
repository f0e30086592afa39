import { type Arrival, type EventSet, suspendPolicies } from "../jdwp/events.ts";
import type { Machine } from "../jdwp/machine.ts";
import type { OwnClass } from "./own-class.ts";
import type { OwnClasses } from "./own-classes.ts";

/** Names of what belongs to Java itself. */
const libraries = ["java.", "javax.", "jdk.", "sun.", "com.sun."];

/** What the program has come to; some or all of its threads stand still. */
export interface Stop {
  readonly suspended: number;
  /** All at the same instruction of the same thread. */
  readonly arrivals: readonly [Arrival, ...Arrival[]];
}

/** A program that runs from one stop to the next. Classes are loaded meanwhile. */
export class RunningProgram {
  readonly machine: Machine;
  readonly own: OwnClasses;
  /** Called before any code of the class runs. */
  onClass: (loaded: OwnClass) => Promise<void> = async () => {};

  constructor(machine: Machine, own: OwnClasses) {
    this.machine = machine;
    this.own = own;
  }

  /** The program stands before its first instruction. */
  async start(): Promise<void> {
    await this.machine.nextEvents();
    await this.machine.requests.classes(libraries);
    await this.machine.resume();
  }

  /** Undefined: the program has ended. */
  async next(): Promise<Stop | undefined> {
    for (let set = await this.machine.nextEvents(); set; set = await this.machine.nextEvents()) {
      await this.#addClasses(set);
      const [first, ...others] = set.events.filter(isArrival);
      if (first) return { suspended: set.suspended, arrivals: [first, ...others] };
    }
    return undefined;
  }

  /** Does not wait: where the program has ended meanwhile, the next stop says so. */
  resume({ suspended, arrivals }: Stop): void {
    if (suspended === suspendPolicies.none) return;
    const { machine } = this;
    const resumed = suspended === suspendPolicies.all ? machine.resume() : machine.threads.resume(arrivals[0].thread);
    resumed.catch(() => {});
  }

  async #addClasses({ events, suspended }: EventSet): Promise<void> {
    const prepared = events.filter((each) => each.kind === "class");
    for (const each of prepared) {
      const loaded = await this.own.add(each);
      if (loaded) await this.onClass(loaded);
    }
    const [first] = prepared;
    if (first && suspended === suspendPolicies.thread && first.thread !== 0n)
      await this.machine.threads.resume(first.thread);
  }
}

function isArrival(event: EventSet["events"][number]): event is Arrival {
  return event.kind === "breakpoint" || event.kind === "step";
}
