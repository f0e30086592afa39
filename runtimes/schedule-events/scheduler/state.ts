import { mainSite } from "../places/call-site.ts";
import type { EventPlan } from "./plan.ts";
import { onReset } from "./resets.ts";

/** Whose events are scheduled: a process's, or one run of a test's body. */
export interface ControlledRun {
  readonly plan: EventPlan;
  /** `settle` is called between events. */
  readonly log: { add(line: string): void; settle(): void };
  /** The process does not end during the run, even if nothing that waits keeps it alive. */
  readonly keepsAlive: boolean;
  /** Timers fire even if nothing that waits keeps the process alive. */
  readonly awaitsAll: boolean;
  readonly onLimit: () => void;
  /** The event is chosen among several that could run. */
  readonly onChoice?: (chosen: ParentEvent, candidates: readonly ParentEvent[]) => void;
  /** Gets what an event throws; if missing, Node does. */
  readonly onError?: (error: unknown) => void;
  /** No event can run now. */
  readonly onRest?: () => void;
  readonly others?: OtherThreads;
}

/** Other threads, with which this one takes turns. */
export interface OtherThreads {
  /** An event is about to run. */
  before(event: ParentEvent): void;
  /** No event can run before the time `due`, if at all. Returns true if an event may be able to run after all. */
  rest(due: number): boolean;
  /** Whether something that is not an event yet keeps this thread alive. */
  alive(): boolean;
}

/** An event as the parent of those that it creates. */
export interface ParentEvent {
  readonly id: string;
  readonly stem: string;
  readonly ordinal: number;
  readonly times: number;
  readonly chain: string;
  readonly kind: string;
  readonly site: string;
  /** Of a watched event, the lines that called the one of its site. */
  readonly callers: string;
  children: number;
}

/** The parent of events that the program's main script creates. */
export function mainEvent(): ParentEvent {
  return {
    id: "0",
    stem: "0",
    ordinal: 0,
    times: 1,
    chain: "0",
    kind: "main",
    site: mainSite,
    callers: "",
    children: 0,
  };
}

export const scheduler = {
  run: undefined as ControlledRun | undefined,
  /** The event that runs, or ran last. */
  current: mainEvent(),
  created: 0,
  steps: 0,
  /** The number of native operations that are under way. All belong to the current event. */
  operations: 0,
  /** The numbers of waiting events and timers that keep the process alive. */
  references: 0,
  referencedTimers: 0,
  /** The place for new events, if it is not that of the current event. */
  site: undefined as string | undefined,
  /** Whether events keep their asynchronous context: only once the program uses such contexts. */
  keepsContexts: false,
  /** The number of resets. What belongs to an earlier run no longer counts. */
  resets: 0,
};

onReset(() => {
  const fresh = { current: mainEvent(), created: 0, steps: 0, operations: 0, references: 0, referencedTimers: 0 };
  Object.assign(scheduler, fresh);
  scheduler.resets++;
});
