import type { Choice } from "../../../../runtimes/protocol/schedule-choices.ts";
import type { Schedule } from "../../../../runtimes/protocol/schedule-plan.ts";

/** What a thread of a toy program does at one of its steps. */
export type Action =
  | { readonly does: "step" | "yield" }
  | { readonly does: "lock" | "unlock"; readonly mutex: number }
  | { readonly does: "create" | "join"; readonly thread: number };

/** The actions of each thread; the first is the main thread, all others have to be created. */
export type ToyProgram = readonly (readonly Action[])[];

export interface ToyRun {
  readonly turns: Schedule;
  readonly choices: readonly Choice[];
  readonly isDeadlock: boolean;
}

interface State {
  /** The steps of each thread; undefined: not created. A thread is before the action of that number, counted from 1. */
  readonly steps: (number | undefined)[];
  readonly holders: Map<number, number>;
  current: number;
}

export const nameOf = (thread: number) => (thread === 0 ? "1" : `1.${thread}`);
const threadOf = (name: string) => (name === "1" ? 0 : Number(name.slice(2)));

export const start = (program: ToyProgram): State => ({
  steps: program.map((_, i) => (i === 0 ? 0 : undefined)),
  holders: new Map(),
  current: 0,
});

export const copyOf = ({ steps, holders, current }: State): State => ({
  steps: [...steps],
  holders: new Map(holders),
  current,
});

function hasEnded(program: ToyProgram, { steps }: State, thread: number): boolean {
  return steps[thread] === program[thread]!.length + 1;
}

function canRun(program: ToyProgram, state: State, thread: number): boolean {
  const steps = state.steps[thread];
  if (steps === undefined || hasEnded(program, state, thread)) return false;
  const action = program[thread]![steps - 1];
  if (action?.does === "lock") return !state.holders.has(action.mutex);
  if (action?.does === "join") return hasEnded(program, state, action.thread);
  return true;
}

/** The threads that can run. One that yields can do so only if no other can. */
export function readyThreads(program: ToyProgram, state: State): number[] {
  const able = [...program.keys()].filter((thread) => canRun(program, state, thread));
  const { current, steps } = state;
  const yields = program[current]![(steps[current] ?? 0) - 1]?.does === "yield";
  const others = able.filter((thread) => thread !== current);
  return yields && others.length > 0 ? others : able;
}

/** The thread does what it is before, and comes to its next step. */
export function advance(program: ToyProgram, state: State, thread: number): void {
  const { steps, holders } = state;
  const action = program[thread]![steps[thread]! - 1];
  if (action?.does === "lock") holders.set(action.mutex, thread);
  if (action?.does === "unlock" && holders.get(action.mutex) === thread) holders.delete(action.mutex);
  if (action?.does === "create" && steps[action.thread] === undefined) steps[action.thread] = 0;
  steps[thread]!++;
  state.current = thread;
}

/** Runs a toy program as the runtimes run real ones: by the schedule, else by default. */
export function runToy(program: ToyProgram, schedule: Schedule): ToyRun {
  const state = start(program);
  const turns: { lane: string; count: number }[] = [];
  const choices: Choice[] = [];
  let [at, running] = [0, 0];
  for (;;) {
    advance(program, state, running);
    const [lane, count] = [nameOf(running), state.steps[running]!];
    const ready = readyThreads(program, state);
    if (ready.length > 1) choices.push({ lane, count, ready: ready.map(nameOf) });
    let next: number | undefined;
    for (; at < schedule.length && next === undefined; at += next === undefined ? 1 : 0) {
      const { lane: planned, count: end } = schedule[at]!;
      const thread = threadOf(planned);
      if (canRun(program, state, thread) && state.steps[thread]! < end) next = thread;
    }
    next ??= ready.includes(running) ? running : ready[0];
    if (next !== running) turns.push({ lane, count });
    if (next === undefined) {
      const isDeadlock = [...program.keys()].some(
        (thread) => state.steps[thread] !== undefined && !hasEnded(program, state, thread),
      );
      return { turns, choices, isDeadlock };
    }
    running = next;
  }
}
