import { type FieldOf, FieldTable } from "./field-table.ts";
import * as layout from "./memory-layout.ts";

type ProgramField = FieldOf<typeof layout.programFields>;
type LaneField = FieldOf<typeof layout.laneFields>;
type WaiterField = FieldOf<typeof layout.waiterFields>;
const { signal } = layout;

/**
 * What the threads know in common: one SharedArrayBuffer. Only the thread that has the token changes it, so plain reads and writes
 * are enough: handing over the token makes them visible. The few things that lanes outside change are words, under a lock.
 */
export class SharedMemory {
  readonly buffer: SharedArrayBuffer;
  readonly #program: FieldTable<typeof layout.programFields>;
  readonly #lanes: FieldTable<typeof layout.laneFields>;
  readonly #waiters: FieldTable<typeof layout.waiterFields>;
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #layout: ReturnType<typeof layout.memoryLayout>;

  /** Without a buffer, a new one is made, for a plan that names this many lanes. */
  constructor(plannedLanes: number, buffer?: SharedArrayBuffer) {
    this.#layout = layout.memoryLayout(plannedLanes);
    const { numbers, words, wordsAt, bytesAt, size } = this.#layout;
    this.buffer = buffer ?? new SharedArrayBuffer(size);
    const allNumbers = new Float64Array(this.buffer, 0, numbers.size);
    this.#words = new Int32Array(this.buffer, wordsAt, words.size);
    this.#bytes = new Uint8Array(this.buffer, bytesAt);
    const from = (part: "program" | "lanes" | "waiters") => ({
      numbers: allNumbers.subarray(numbers[part]),
      words: this.#words.subarray(words[part]),
    });
    this.#program = new FieldTable(layout.programFields, from("program"));
    this.#lanes = new FieldTable(layout.laneFields, from("lanes"));
    this.#waiters = new FieldTable(layout.waiterFields, from("waiters"));
  }

  get(field: ProgramField): number {
    return this.#program.get(0, field);
  }
  set(field: ProgramField, value: number): void {
    this.#program.set(0, field, value);
  }
  /** Returns the new value. */
  add(field: ProgramField, change: number): number {
    const value = this.get(field) + change;
    this.set(field, value);
    return value;
  }
  lane(lane: number, field: LaneField): number {
    return this.#lanes.get(lane, field);
  }
  setLane(lane: number, field: LaneField, value: number): void {
    this.#lanes.set(lane, field, value);
  }
  waiter(entry: number, field: WaiterField): number {
    return this.#waiters.get(entry, field);
  }
  setWaiter(entry: number, field: WaiterField, value: number): void {
    this.#waiters.set(entry, field, value);
  }

  /** Live lanes in the order of their names. */
  liveLanes(): number[] {
    const at = this.#layout.words.liveLanes;
    return [...this.#words.subarray(at, at + this.get("liveLanes"))];
  }
  setLiveLanes(lanes: readonly number[]): void {
    this.#words.set(lanes, this.#layout.words.liveLanes);
    this.set("liveLanes", lanes.length);
  }

  /** The lane whose name has this number in the plan. */
  plannedLane(number: number): number | "to come" | "gone" {
    const found = this.#words[this.#layout.words.planned + number]!;
    return found === 0 ? "to come" : found === -1 ? "gone" : found - 1;
  }
  setPlannedLane(number: number, lane: number | "gone"): void {
    this.#words[this.#layout.words.planned + number] = lane === "gone" ? -1 : lane + 1;
  }

  /** Notes that the lane was at the place with this hash. True if another lane has been there, too. */
  visitPlace(hash: number, lane: number): boolean {
    const at = this.#layout.words.places + (hash % layout.placeSlots);
    const visitor = this.#words[at]!;
    if (visitor === 0) this.#words[at] = lane + 1;
    else if (visitor !== lane + 1) this.#words[at] = -1;
    return this.#words[at] === -1;
  }

  isFirstReport(hash: number): boolean {
    return Atomics.exchange(this.#words, this.#layout.words.reports + (hash % layout.reportSlots), 1) === 0;
  }

  laneName(lane: number): string {
    return this.#text(this.#layout.bytes.names + lane * layout.maxName, layout.maxName);
  }
  setLaneName(lane: number, name: string): void {
    this.#setText(this.#layout.bytes.names + lane * layout.maxName, layout.maxName, name);
  }
  /** What a lane waits for, and where, as the log has it. */
  waitText(lane: number): string {
    return this.#text(this.#layout.bytes.waits + lane * layout.maxWaitText, layout.maxWaitText);
  }
  setWaitText(lane: number, text: string): void {
    this.#setText(this.#layout.bytes.waits + lane * layout.maxWaitText, layout.maxWaitText, text);
  }
  /** The line for the log of the lane in `pendingTurn`. */
  pendingTurnText(): string {
    return this.#text(this.#layout.bytes.pendingTurn, layout.maxTurnText);
  }
  setPendingTurnText(line: string): void {
    this.#setText(this.#layout.bytes.pendingTurn, layout.maxTurnText, line);
  }
  #text(from: number, size: number): string {
    const bytes = this.#bytes.slice(from, from + size);
    const end = bytes.indexOf(0);
    return Buffer.from(bytes.subarray(0, end === -1 ? size : end)).toString("latin1");
  }
  #setText(from: number, size: number, text: string): void {
    this.#bytes.fill(0, from, from + size);
    this.#bytes.set(Buffer.from(text.slice(0, size), "latin1"), from);
  }

  /** Wakes a lane that sleeps until it gets a signal. */
  sendSignal(lane: number, value: number): void {
    this.setLane(lane, "signal", value);
    this.#lanes.wake(lane, "signal");
  }
  awaitSignal(lane: number): number {
    while (this.lane(lane, "signal") === signal.none) this.#lanes.sleepIf(lane, "signal", { value: signal.none });
    return this.#lanes.exchange(lane, "signal", signal.none);
  }
  answer(): void {
    this.set("answered", 1);
    this.#program.wake(0, "answered");
  }
  awaitAnswer(): void {
    while (this.get("answered") === 0) this.#program.sleepIf(0, "answered", { value: 0 });
    this.set("answered", 0);
  }

  /** Keeps the lane that has the token and those that come back from outside apart. */
  withLock<T>(act: () => T): T {
    while (!this.#program.replace(0, "lock", { expected: 0, value: 1 }))
      this.#program.sleepIf(0, "lock", { value: 1, milliseconds: 1 });
    try {
      return act();
    } finally {
      this.set("lock", 0);
      this.#program.wake(0, "lock");
    }
  }
}
