/**
 * Atomics.wait, notify and waitAsync of the program: lanes wait for their turn, not for a real wake-up.
 *
 * Threads have different objects for the same shared memory, so to find out who waits at an element, the one that notifies puts a
 * mark there for a moment and asks those that wait at the same offset whether they see it. Meanwhile nothing else runs.
 */

import { callSite } from "../schedule-events/places/call-site.ts";
import { replace } from "../schedule-events/replacements/replace.ts";
import { clock } from "../schedule-events/scheduler/clock.ts";
import { LoopEvent as Event } from "../schedule-events/scheduler/event.ts";
import { enqueue as offer } from "../schedule-events/scheduler/queue.ts";
import { setInternalTimeout as quietTimeout } from "../schedule-events/time/timeouts.ts";
import type { Lane } from "./lane.ts";
import { original } from "./places.ts";
import { call, mostWaiters, waiter, want } from "./shared.ts";

type Element = Int32Array | BigInt64Array;
const mark = 0x2b7e1516;
const real = { wait: Atomics.wait, notify: Atomics.notify };

/** What this thread waits for: by the number of the entry, the first word of the element. */
const words = new Map<number, Int32Array>();
const promises = new Map<number, (value: "ok" | "timed-out") => void>();

export function controlAtomics(lane: Lane): void {
  lane.token.onLook = () => markMatches(lane);
  replace(Atomics, "wait", function wait(array: Element, index: number, value: never, timeout?: number) {
    const now = real.wait(array as Int32Array, index, value, 0);
    if (now === "not-equal" || timeoutOf(timeout) === 0) return now;
    const entry = enter(lane, array, index);
    lane.turns.shared.setFlag(lane.number, "waiter", entry);
    const where = original(callSite(wait) ?? "Atomics.wait");
    const deadline = clock.now + timeoutOf(timeout);
    const late = lane.wait({ want: want.notify, deadline, what: "Atomics.notify", where });
    const woken = lane.turns.shared.waiter(entry, "state") === waiter.woken;
    leave(lane, entry);
    return late && !woken ? "timed-out" : "ok";
  });
  replace(Atomics, "notify", (array: Element, index: number, count?: number) => {
    const none = real.notify(array as Int32Array, index, 0);
    const most = count === undefined ? Infinity : Math.max(0, Math.trunc(Number(count)) || 0);
    return array.buffer instanceof SharedArrayBuffer ? wake(lane, array, index, most) : none;
  });
  if ("waitAsync" in Atomics) controlWaitAsync(lane);
}

function controlWaitAsync(lane: Lane): void {
  replace(Atomics, "waitAsync", function waitAsync(array: Element, index: number, value: never, timeout?: number) {
    const known = waitAtOnce(array, index, value);
    if (known === "not-equal" || timeoutOf(timeout) === 0) return { async: false, value: known };
    const entry = enter(lane, array, index);
    const where = callSite(waitAsync) ?? "main";
    const done = new Promise<string>((resolve) => {
      const settle = (how: "ok" | "timed-out") => {
        promises.delete(entry);
        leave(lane, entry);
        offer(new Event("Atomics.waitAsync", () => resolve(how), where));
      };
      promises.set(entry, settle);
      if (timeoutOf(timeout) < Infinity)
        quietTimeout(() => promises.get(entry) === settle && settle("timed-out"), timeoutOf(timeout));
    });
    return { async: true, value: done };
  });
}

/** As waiting without any time does: Node's main thread may wait, so this says what waitAsync would. */
function waitAtOnce(array: Element, index: number, value: never): string {
  return real.wait(array as Int32Array, index, value, 0);
}

/** Promises whose element was notified meanwhile. */
export function settleWoken({ turns: { shared } }: Lane): void {
  for (const [entry, settle] of promises) if (shared.waiter(entry, "state") === waiter.woken) settle("ok");
}

function timeoutOf(timeout: unknown): number {
  const number = timeout === undefined ? Infinity : Number(timeout);
  return Number.isNaN(number) ? Infinity : Math.max(0, number);
}

function offsetOf(array: Element, index: number): number {
  return array.byteOffset + Number(index) * array.BYTES_PER_ELEMENT;
}

function enter({ turns: { shared }, number }: Lane, array: Element, index: number): number {
  let entry = 0;
  while (entry < mostWaiters - 1 && shared.waiter(entry, "state") !== waiter.free) entry++;
  const turn = shared.number("turns") + 1;
  shared.setNumber("turns", turn);
  shared.setWaiter(entry, "state", waiter.waiting);
  shared.setWaiter(entry, "lane", number);
  shared.setWaiterNumber(entry, "offset", offsetOf(array, index));
  shared.setWaiterNumber(entry, "turn", turn);
  words.set(entry, wordAt(array, index));
  return entry;
}

function leave({ turns: { shared } }: Lane, entry: number): void {
  words.delete(entry);
  shared.setWaiter(entry, "state", waiter.free);
}

function wordAt(array: Element, index: number): Int32Array {
  return new Int32Array(array.buffer, offsetOf(array, index), 1);
}

function markMatches({ turns: { shared } }: Lane): void {
  for (const [entry, word] of words) shared.setWaiter(entry, "matches", Atomics.load(word, 0) === mark ? 1 : 0);
}

/** Wakes the first `most` of those that wait at the element. */
function wake(lane: Lane, array: Element, index: number, most: number): number {
  const { shared } = lane.turns;
  const waiting = waitingAt(lane, array, index)
    .sort((a, b) => shared.waiterNumber(a, "turn") - shared.waiterNumber(b, "turn"))
    .slice(0, most);
  for (const entry of waiting) shared.setWaiter(entry, "state", waiter.woken);
  if (waiting.length > 0) lane.ring();
  return waiting.length;
}

function waitingAt(lane: Lane, array: Element, index: number): number[] {
  const { shared } = lane.turns;
  const offset = offsetOf(array, index);
  const live = new Set(shared.live());
  const candidates: number[] = [];
  for (let entry = 0; entry < mostWaiters; entry++) {
    if (shared.waiter(entry, "state") !== waiter.waiting || shared.waiterNumber(entry, "offset") !== offset) continue;
    if (live.has(shared.waiter(entry, "lane"))) candidates.push(entry);
  }
  if (candidates.length === 0) return [];
  const word = wordAt(array, index);
  const value = Atomics.exchange(word, 0, mark);
  for (const entry of candidates) shared.setWaiter(entry, "matches", 0);
  for (const other of new Set(candidates.map((entry) => shared.waiter(entry, "lane")))) ask(lane, other);
  Atomics.store(word, 0, value);
  return candidates.filter((entry) => shared.waiter(entry, "matches") === 1);
}

/** Only who sleeps can answer: a lane that waits for something outside has nothing to do with this. */
function ask(lane: Lane, other: number): void {
  const { shared } = lane.turns;
  if (other === lane.number) markMatches(lane);
  if (other === lane.number || shared.flag(other, "want") === want.outside) return;
  shared.tell(other, call.look);
  shared.awaitAnswer();
}
