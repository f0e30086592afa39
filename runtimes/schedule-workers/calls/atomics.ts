/**
 * The program's Atomics.wait, notify and waitAsync: a lane that waits sleeps until it has the token again, not until a real notify.
 *
 * Threads have different objects for the same shared memory. To find out who waits at an element, the lane that notifies puts a
 * mark there for a moment, and asks each lane that waits at the same offset whether it sees the mark. Meanwhile nothing else runs.
 */

import { callSite } from "../../schedule-events/places/call-site.ts";
import { replace } from "../../schedule-events/replacements/replace.ts";
import { clock } from "../../schedule-events/scheduler/clock.ts";
import { LoopEvent } from "../../schedule-events/scheduler/event.ts";
import { siteOf } from "../../schedule-events/scheduler/event-creation.ts";
import { enqueue } from "../../schedule-events/scheduler/queue.ts";
import { setInternalTimeout } from "../../schedule-events/time/timeouts.ts";
import { originalPlace } from "../instrumentation/original-places.ts";
import type { Lane } from "../scheduler/lane.ts";
import { maxWaiters, signal, waiterState, waitKind } from "../scheduler/memory-layout.ts";

type ElementArray = Int32Array | BigInt64Array;
type WaitResult = "ok" | "timed-out";
const mark = 0x2b7e1516;
const real = { wait: Atomics.wait, notify: Atomics.notify };

/** This thread's waits, by their entries in the table: the first word of the element, and how to settle the promise of waitAsync. */
const awaitedWords = new Map<number, Int32Array>();
const promises = new Map<number, (result: WaitResult) => void>();

export function controlAtomics(lane: Lane): void {
  lane.token.onFindMark = () => noteWhoSeesMark(lane);
  replace(Atomics, "wait", function wait(array: ElementArray, index: number, value: never, timeout?: number) {
    const result = real.wait(array as Int32Array, index, value, 0);
    if (result === "not-equal" || milliseconds(timeout) === 0) return result;
    const entry = addWaiter(lane, array, index);
    lane.scheduler.shared.setLane(lane.number, "waiter", entry);
    const place = originalPlace(callSite(wait) ?? "Atomics.wait");
    const deadline = clock.now + milliseconds(timeout);
    const isLate = lane.wait({ kind: waitKind.notify, deadline, awaited: "notify", place });
    const isWoken = lane.scheduler.shared.waiter(entry, "state") === waiterState.woken;
    removeWaiter(lane, entry);
    return isLate && !isWoken ? "timed-out" : "ok";
  });
  replace(Atomics, "notify", (array: ElementArray, index: number, count?: number) => {
    // Throws for arguments that Atomics.notify refuses.
    const none = real.notify(array as Int32Array, index, 0);
    const most = count === undefined ? Infinity : Math.max(0, Math.trunc(Number(count)) || 0);
    return array.buffer instanceof SharedArrayBuffer ? wakeWaiters(lane, waitersAt(lane, array, index), most) : none;
  });
  if ("waitAsync" in Atomics) controlWaitAsync(lane);
}

function controlWaitAsync(lane: Lane): void {
  replace(Atomics, "waitAsync", function waitAsync(array: ElementArray, index: number, value: never, timeout?: number) {
    const result = real.wait(array as Int32Array, index, value, 0);
    if (result === "not-equal" || milliseconds(timeout) === 0) return { async: false, value: result };
    const entry = addWaiter(lane, array, index);
    const site = siteOf(waitAsync);
    const promise = new Promise<string>((resolve) => {
      const settle = (result: WaitResult) => {
        promises.delete(entry);
        removeWaiter(lane, entry);
        enqueue(new LoopEvent("Atomics.waitAsync", () => resolve(result), site));
      };
      promises.set(entry, settle);
      if (milliseconds(timeout) < Infinity)
        setInternalTimeout(() => promises.get(entry) === settle && settle("timed-out"), milliseconds(timeout));
    });
    return { async: true, value: promise };
  });
}

/** Settles the promises of waitAsync whose elements have been notified. */
export function settleNotified({ scheduler: { shared } }: Lane): void {
  for (const [entry, settle] of promises) if (shared.waiter(entry, "state") === waiterState.woken) settle("ok");
}

function milliseconds(timeout: unknown): number {
  const number = timeout === undefined ? Infinity : Number(timeout);
  return Number.isNaN(number) ? Infinity : Math.max(0, number);
}

function addWaiter({ scheduler: { shared }, number }: Lane, array: ElementArray, index: number): number {
  let entry = 0;
  while (entry < maxWaiters - 1 && shared.waiter(entry, "state") !== waiterState.free) entry++;
  shared.setWaiter(entry, "state", waiterState.waiting);
  shared.setWaiter(entry, "lane", number);
  shared.setWaiter(entry, "offset", offsetOf(array, index));
  shared.setWaiter(entry, "ticket", shared.add("tickets", 1));
  awaitedWords.set(entry, wordAt(array, index));
  return entry;
}

function removeWaiter({ scheduler: { shared } }: Lane, entry: number): void {
  awaitedWords.delete(entry);
  shared.setWaiter(entry, "state", waiterState.free);
}

function offsetOf(array: ElementArray, index: number): number {
  return array.byteOffset + Number(index) * array.BYTES_PER_ELEMENT;
}

function wordAt(array: ElementArray, index: number): Int32Array {
  return new Int32Array(array.buffer, offsetOf(array, index), 1);
}

/** Wakes those that have waited longest, and returns how many. */
function wakeWaiters(lane: Lane, entries: number[], most: number): number {
  const { shared } = lane.scheduler;
  const woken = entries.sort((a, b) => shared.waiter(a, "ticket") - shared.waiter(b, "ticket")).slice(0, most);
  for (const entry of woken) shared.setWaiter(entry, "state", waiterState.woken);
  if (woken.length > 0) lane.announce();
  return woken.length;
}

function waitersAt(lane: Lane, array: ElementArray, index: number): number[] {
  const { shared } = lane.scheduler;
  const candidates = waitersWithOffset(lane, offsetOf(array, index));
  if (candidates.length === 0) return [];
  const word = wordAt(array, index);
  const value = Atomics.exchange(word, 0, mark);
  for (const entry of candidates) shared.setWaiter(entry, "sawMark", 0);
  for (const other of new Set(candidates.map((entry) => shared.waiter(entry, "lane")))) askForMark(lane, other);
  Atomics.store(word, 0, value);
  return candidates.filter((entry) => shared.waiter(entry, "sawMark") === 1);
}

function waitersWithOffset({ scheduler: { shared } }: Lane, offset: number): number[] {
  const live = new Set(shared.liveLanes());
  const found: number[] = [];
  for (let entry = 0; entry < maxWaiters; entry++) {
    if (shared.waiter(entry, "state") !== waiterState.waiting || shared.waiter(entry, "offset") !== offset) continue;
    if (live.has(shared.waiter(entry, "lane"))) found.push(entry);
  }
  return found;
}

/** A lane that is outside does not sleep, so it cannot be asked. */
function askForMark(lane: Lane, other: number): void {
  const { shared } = lane.scheduler;
  if (other === lane.number) noteWhoSeesMark(lane);
  if (other === lane.number || shared.lane(other, "waitKind") === waitKind.outside) return;
  shared.sendSignal(other, signal.findMark);
  shared.awaitAnswer();
}

function noteWhoSeesMark({ scheduler: { shared } }: Lane): void {
  for (const [entry, word] of awaitedWords) shared.setWaiter(entry, "sawMark", Atomics.load(word, 0) === mark ? 1 : 0);
}
