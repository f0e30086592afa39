import type { Event, Line } from "./event.ts";
import { afresh } from "./scope.ts";

/** Events that may run, in the order in which they were made. */
export const ready: Event[] = [];
/** The first timer of each duration, in no order. */
export const timers: Event[] = [];
afresh(() => {
  for (const list of [ready, timers]) {
    for (let each of list.splice(0) as (Event | undefined)[]) for (; each; each = each.next) each.state = "done";
  }
});

/** True if the line was empty: the event is its first. */
export function enqueue(line: Line, event: Event): boolean {
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

/** Ready events stand in the order in which they were made. */
export function insert(event: Event): void {
  let at = ready.length;
  while (at > 0 && ready[at - 1]!.number > event.number) at--;
  if (at === ready.length) ready.push(event);
  else ready.splice(at, 0, event);
}

/** Takes one out of its list and lets the next of its line in. */
export function take(list: Event[], at: number): Event {
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

/** Takes one out of its line that is not the first. */
export function unlink({ previous, next, line }: Event): void {
  if (previous === undefined) return;
  previous.next = next;
  if (next === undefined) line!.last = previous;
  else next.previous = previous;
}

export function earliest(): Event | undefined {
  let best: Event | undefined;
  for (const timer of timers) {
    if (best === undefined || timer.due < best.due || (timer.due === best.due && timer.number < best.number))
      best = timer;
  }
  return best;
}
