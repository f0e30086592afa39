/**
 * What the threads know in common: one SharedArrayBuffer. Only the thread that has the token changes it, so plain reads and writes
 * do; handing over the token makes them seen.
 */

/** So many lanes can be alive at once, so many can wait with Atomics, and so many places are remembered by the biased policy. */
export const mostLanes = 2048;
export const mostWaiters = 4096;
const mostPlaces = 1 << 16;
const mostSaid = 1024;

/** What a lane waits for. */
export const want = { nothing: 0, events: 1, notify: 2, outside: 3 } as const;
/** What a lane is told while it waits for the token. */
export const call = { none: 0, go: 1, look: 2, end: 3 } as const;
/** Of an entry of those that wait with Atomics. */
export const waiter = { free: 0, waiting: 1, woken: 2, timedOut: 3 } as const;

/** Names of the numbers, each with its place among them. */
function indexed<const T extends string>(...names: readonly T[]): Readonly<Record<T, number>> {
  return Object.fromEntries(names.map((name, at) => [name, at])) as Record<T, number>;
}

const nameSize = 64;
const textSize = 192;

const numbers = indexed("total", "position", "clock", "due", "lowest", "turns", "bell");
const words = indexed(
  "live",
  "random",
  "dueLane",
  "changes",
  "free",
  "outside",
  "lock",
  "answered",
  "exit",
  "unwritten",
);
const laneNumbers = indexed("count", "target", "since", "children", "priority", "deadline", "heard");
const laneWords = indexed("call", "want", "timedOut", "waiter", "planned", "used", "begun");
const waiterNumbers = indexed("offset", "turn");
const waiterWords = indexed("state", "lane", "matches");

const size = {
  numbers: Object.keys(numbers).length,
  words: Object.keys(words).length,
  laneNumbers: Object.keys(laneNumbers).length,
  laneWords: Object.keys(laneWords).length,
  waiterNumbers: Object.keys(waiterNumbers).length,
  waiterWords: Object.keys(waiterWords).length,
};
type Field<T> = keyof T;

export class Shared {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Float64Array;
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #at: ReturnType<typeof layout>;

  constructor(planned: number, buffer?: SharedArrayBuffer) {
    this.#at = layout(planned);
    this.buffer = buffer ?? new SharedArrayBuffer(this.#at.size);
    this.#numbers = new Float64Array(this.buffer, 0, this.#at.numbers);
    this.#words = new Int32Array(this.buffer, this.#at.wordsFrom, this.#at.words);
    this.#bytes = new Uint8Array(this.buffer, this.#at.bytesFrom);
  }

  number(name: Field<typeof numbers>): number {
    return this.#numbers[numbers[name]]!;
  }
  setNumber(name: Field<typeof numbers>, value: number): void {
    this.#numbers[numbers[name]] = value;
  }
  word(name: Field<typeof words>): number {
    return Atomics.load(this.#words, words[name]);
  }
  setWord(name: Field<typeof words>, value: number): void {
    Atomics.store(this.#words, words[name], value);
  }

  lane(lane: number, name: Field<typeof laneNumbers>): number {
    return this.#numbers[this.#at.laneNumbers + lane * size.laneNumbers + laneNumbers[name]]!;
  }
  setLane(lane: number, name: Field<typeof laneNumbers>, value: number): void {
    this.#numbers[this.#at.laneNumbers + lane * size.laneNumbers + laneNumbers[name]] = value;
  }
  flag(lane: number, name: Field<typeof laneWords>): number {
    return Atomics.load(this.#words, this.#flag(lane, name));
  }
  setFlag(lane: number, name: Field<typeof laneWords>, value: number): void {
    Atomics.store(this.#words, this.#flag(lane, name), value);
  }
  #flag(lane: number, name: Field<typeof laneWords>): number {
    return this.#at.laneWords + lane * size.laneWords + laneWords[name];
  }

  waiterNumber(index: number, name: Field<typeof waiterNumbers>): number {
    return this.#numbers[this.#at.waiterNumbers + index * size.waiterNumbers + waiterNumbers[name]]!;
  }
  setWaiterNumber(index: number, name: Field<typeof waiterNumbers>, value: number): void {
    this.#numbers[this.#at.waiterNumbers + index * size.waiterNumbers + waiterNumbers[name]] = value;
  }
  waiter(index: number, name: Field<typeof waiterWords>): number {
    return this.#words[this.#at.waiterWords + index * size.waiterWords + waiterWords[name]]!;
  }
  setWaiter(index: number, name: Field<typeof waiterWords>, value: number): void {
    this.#words[this.#at.waiterWords + index * size.waiterWords + waiterWords[name]] = value;
  }

  /** Live lanes in the order of their names. */
  live(): number[] {
    return [...this.#words.subarray(this.#at.order, this.#at.order + this.word("live"))];
  }
  setLive(lanes: readonly number[]): void {
    this.#words.set(lanes, this.#at.order);
    this.setWord("live", lanes.length);
  }

  /** The lane that has a name in the plan: none yet, one that lives, or one that is gone. */
  planned(number: number): number | "to come" | "gone" {
    const found = this.#words[this.#at.planned + number]!;
    return found === 0 ? "to come" : found === -1 ? "gone" : found - 1;
  }
  setPlanned(number: number, lane: number | "to come" | "gone"): void {
    this.#words[this.#at.planned + number] = lane === "to come" ? 0 : lane === "gone" ? -1 : lane + 1;
  }

  /** Whether several lanes have been at the place that has this hash; remembers that this one has. */
  severalAt(hash: number, lane: number): boolean {
    const at = this.#at.places + (hash % mostPlaces);
    const seen = this.#words[at]!;
    if (seen === 0) this.#words[at] = lane + 1;
    else if (seen !== lane + 1) this.#words[at] = -1;
    return this.#words[at] === -1;
  }

  /** True the first time. */
  firstTime(hash: number): boolean {
    return Atomics.exchange(this.#words, this.#at.said + (hash % mostSaid), 1) === 0;
  }

  name(lane: number): string {
    return this.#text(lane * nameSize, nameSize);
  }
  setName(lane: number, name: string): void {
    this.#setText(lane * nameSize, nameSize, name);
  }
  /** The line of the log that is still to be written, if the lane does not go on at once after all. */
  unwritten(): string {
    return this.#text(mostLanes * (nameSize + textSize), 2 * textSize);
  }
  setUnwritten(line: string): void {
    this.#setText(mostLanes * (nameSize + textSize), 2 * textSize, line);
  }
  /** Where a lane that waits is, and what for. */
  waits(lane: number): string {
    return this.#text(mostLanes * nameSize + lane * textSize, textSize);
  }
  setWaits(lane: number, text: string): void {
    this.#setText(mostLanes * nameSize + lane * textSize, textSize, text);
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

  /** Tells a lane something, and wakes it if it sleeps. */
  tell(lane: number, what: number): void {
    this.setFlag(lane, "call", what);
    notify(this.#words, this.#flag(lane, "call"));
  }
  /** Sleeps until this lane is told something. */
  hear(lane: number): number {
    const at = this.#flag(lane, "call");
    while (Atomics.load(this.#words, at) === call.none) wait(this.#words, at, call.none);
    return Atomics.exchange(this.#words, at, call.none);
  }
  answer(): void {
    this.setWord("answered", 1);
    notify(this.#words, words.answered);
  }
  awaitAnswer(): void {
    const at = words.answered;
    while (Atomics.load(this.#words, at) === 0) wait(this.#words, at, 0);
    this.setWord("answered", 0);
  }

  /** Between the threads that have the token and those that ask for it from outside. */
  locked<T>(act: () => T): T {
    const at = words.lock;
    while (Atomics.compareExchange(this.#words, at, 0, 1) !== 0) wait(this.#words, at, 1, 1);
    try {
      return act();
    } finally {
      Atomics.store(this.#words, at, 0);
      notify(this.#words, at);
    }
  }
}

const { wait, notify } = Atomics;

function layout(planned: number) {
  const laneFrom = size.numbers;
  const waiterFrom = laneFrom + mostLanes * size.laneNumbers;
  const allNumbers = waiterFrom + mostWaiters * size.waiterNumbers;
  const laneWordsFrom = size.words;
  const waiterWordsFrom = laneWordsFrom + mostLanes * size.laneWords;
  const order = waiterWordsFrom + mostWaiters * size.waiterWords;
  const plannedFrom = order + mostLanes;
  const places = plannedFrom + planned;
  const said = places + mostPlaces;
  const allWords = said + mostSaid;
  const bytesFrom = 8 * allNumbers + 4 * allWords;
  return {
    laneNumbers: laneFrom,
    waiterNumbers: waiterFrom,
    numbers: allNumbers,
    wordsFrom: 8 * allNumbers,
    laneWords: laneWordsFrom,
    waiterWords: waiterWordsFrom,
    order,
    planned: plannedFrom,
    places,
    said,
    words: allWords,
    bytesFrom,
    size: bytesFrom + mostLanes * (nameSize + textSize) + 2 * textSize,
  };
}
