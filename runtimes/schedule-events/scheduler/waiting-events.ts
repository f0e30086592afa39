import type { LoopEvent, WaitingLine } from "./event.ts";
import { onReset } from "./resets.ts";

/** Events that may run, in the order of their creation. Of those that stand in a line, only the first is here. */
export const ready: LoopEvent[] = [];
/** The first timer of each duration, in no order. */
export const timers: LoopEvent[] = [];

onReset(() => {
  for (const list of [ready, timers]) {
    for (let each of list.splice(0) as (LoopEvent | undefined)[]) for (; each; each = each.next) each.state = "done";
  }
});

/** Returns whether the event is now the first of the line. */
export function append(line: WaitingLine, event: LoopEvent): boolean {
  const { last } = line;
  line.last = event;
  event.next = undefined;
  event.previous = last;
  if (last !== undefined && line.first !== undefined) {
    last.next = event;
    return false;
  }
  line.first = event;
  return true;
}

/** Puts an event among the ready ones. */
export function insert(event: LoopEvent): void {
  let at = ready.length;
  while (at > 0 && ready[at - 1]!.number > event.number) at--;
  if (at === ready.length) ready.push(event);
  else ready.splice(at, 0, event);
}

/** Takes an event out of a list; the next one of its line takes its place. */
export function take(list: LoopEvent[], at: number): LoopEvent {
  const event = list[at]!;
  if (at === 0) list.shift();
  else list.splice(at, 1);
  const { line } = event;
  if (line === undefined) return event;
  const { next } = event;
  line.first = next;
  if (next === undefined) {
    line.last = undefined;
    return event;
  }
  next.previous = undefined;
  if (list === timers) timers.push(next);
  else insert(next);
  return event;
}

/** Takes an event that is not the first out of its line. */
export function unlink({ previous, next, line }: LoopEvent): void {
  if (previous === undefined) return;
  previous.next = next;
  if (next === undefined) line!.last = previous;
  else next.previous = previous;
}

export function earliestTimer(): LoopEvent | undefined {
  let best: LoopEvent | undefined;
  for (const timer of timers) {
    if (best === undefined || timer.due < best.due || (timer.due === best.due && timer.number < best.number))
      best = timer;
  }
  return best;
}
