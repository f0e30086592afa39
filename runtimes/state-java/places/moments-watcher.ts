import { appendFileSync, writeFileSync } from "node:fs";
import type { DriverPlan, Moment } from "../../protocol/state.ts";
import { missedHits } from "../../shared/missed-place.ts";
import { suspendPolicies } from "../jdwp/events.ts";
import type { Frame } from "../jdwp/thread-commands.ts";
import type { Id } from "../jdwp/values.ts";
import { isMeant } from "../program/names.ts";
import type { OwnClass, OwnMethod } from "../program/own-class.ts";
import type { RunningProgram, Stop } from "../program/running-program.ts";
import { ArrivalFilter, watchedAt } from "./arrival-filter.ts";
import { entryOf, lineLocations, type Place, type WatchedLocation } from "./place-locations.ts";
import { noSuchPlace } from "./run-to-place.ts";

/*
 * A stop costs as much as a hundred thousand instructions of the program. So a place is no longer watched once it was hit too often,
 * or too often in a row by others than the call; and watching ends after so many hits since the call began.
 */
const maxHitsOfPlace = 2_000;
const maxHitsByOthers = 500;
const maxHits = 50_000;
const defaultMaxMoments = 5_000;
/** Frames that are looked through for the caller: methods of libraries may be between. */
const maxFrames = 256;

type WantedMoments = NonNullable<DriverPlan["moments"]>;

/** A place, and how often it was hit in the whole run, as hits of a place are counted. */
interface CountedPlace {
  readonly place: Place;
  hits: number;
  /** In a row. */
  hitsByOthers: number;
}

interface WatchedPlace extends WatchedLocation {
  readonly counted: CountedPlace;
}

/** A call is known by its thread and how deep it is, until it returns. */
interface WatchedCall {
  readonly thread: Id;
  readonly depth: number;
}

interface WatchedRun {
  readonly hasEnded: boolean;
  /** There was no such call. */
  readonly missed?: Error;
}

/** What one call does: the lines of its own that it reaches and the own methods that it calls, in order. */
export class MomentsWatcher {
  readonly #program: RunningProgram;
  readonly #wanted: WantedMoments;
  readonly #counted = new Map<string, CountedPlace>();
  /** By requests. */
  readonly #watched = new Map<number, WatchedPlace>();
  readonly #filter = new ArrivalFilter();
  readonly #moments: Moment[] = [];
  /** Lines of the method, by the files that they are in. */
  readonly #lines = new Map<string, Set<number>>();
  #call: WatchedCall | undefined;
  #entries = 0;
  #hits = 0;
  #hasReturned = false;
  /** The main code is that of a test runner: what it calls is followed. */
  #isRunner = false;

  constructor(program: RunningProgram, wanted: WantedMoments) {
    this.#program = program;
    this.#wanted = wanted;
    program.onClass = (loaded) => this.#watchClass(loaded);
  }

  /** How the program was left: it has ended, or there is enough and nothing is watched any more. */
  async watch(): Promise<WatchedRun> {
    // One line for each moment at first, so that they are there even if the program hangs and everything is killed.
    writeFileSync(this.#wanted.capture, "");
    let stop = await this.#program.next();
    for (; stop; stop = await this.#program.next()) {
      await this.#arrive(stop);
      if (this.#hasEnough()) break;
    }
    writeFileSync(this.#wanted.capture, JSON.stringify(this.#moments));
    return { hasEnded: stop === undefined, ...(this.#call ? {} : { missed: await this.#missed() }) };
  }

  async #missed(): Promise<Error> {
    const place = { function: this.#wanted.function ?? "main" };
    const isKnown =
      this.#wanted.function === undefined || this.#program.own.methods.some((each) => this.#isMeant(each));
    return isKnown && this.#program.own.all.length > 0
      ? missedHits(place, this.#entries)
      : noSuchPlace(this.#program, place);
  }

  async #watchClass(loaded: OwnClass): Promise<void> {
    const known = [...(this.#lines.get(loaded.file) ?? [])];
    for (const line of known) await this.#watchLine(loaded, line);
    for (const method of loaded.methods) {
      await this.#watch({ function: method.name }, await entryOf(this.#program.machine, method));
      if (this.#isMeant(method)) await this.#watchLines(method);
    }
  }

  /** The lines of a method, in all classes of its file. */
  async #watchLines(method: OwnMethod): Promise<void> {
    const { file } = method.owner;
    const known = this.#lines.get(file) ?? new Set();
    this.#lines.set(file, known);
    const { lines } = await method.code(this.#program.machine);
    for (const line of lines.filter((each) => !known.has(each))) {
      known.add(line);
      for (const each of this.#program.own.all) if (each.file === file) await this.#watchLine(each, line);
    }
  }

  async #watchLine(own: OwnClass, line: number): Promise<void> {
    await this.#watch({ file: own.file, line }, await lineLocations(this.#program.machine, own, line));
  }

  async #watch(place: Place, locations: readonly WatchedLocation[]): Promise<void> {
    const key = place.line === undefined ? `${place.function}` : `${place.file}:${place.line}`;
    const counted = this.#counted.get(key) ?? { place, hits: 0, hitsByOthers: 0 };
    this.#counted.set(key, counted);
    for (const each of locations) await this.#request({ ...each, counted });
  }

  async #request(watched: WatchedPlace): Promise<void> {
    this.#watched.set(
      await this.#program.machine.requests.breakpoint(watched.location, this.#policyFor(watched)),
      watched,
    );
  }

  /** Until the call begins, other places are only counted. */
  #policyFor({ role, counted, method }: WatchedPlace): number {
    if (role !== "hit") return suspendPolicies.none;
    const mayBegin = counted.place.line === undefined && (this.#wanted.function === undefined || this.#isMeant(method));
    return this.#call || mayBegin ? suspendPolicies.thread : suspendPolicies.none;
  }

  #isMeant({ owner, plainName }: OwnMethod): boolean {
    return this.#wanted.function !== undefined && isMeant(owner.signature, plainName, this.#wanted.function);
  }

  async #arrive(stop: Stop): Promise<void> {
    const [arrival] = stop.arrivals;
    const isReturn = stop.arrivals.some(({ kind }) => kind === "step");
    if (isReturn) this.#hasReturned = true;
    const hits = watchedAt(stop.arrivals, this.#watched).filter((each) => this.#filter.isHit(each, arrival));
    for (const { counted } of hits) counted.hits++;
    if (this.#call) await this.#arriveInCall(stop, hits);
    else await this.#arriveBefore(stop, hits);
  }

  async #arriveBefore(stop: Stop, hits: readonly WatchedPlace[]): Promise<void> {
    const called = hits.find(({ counted }) => counted.place.line === undefined)?.method;
    if (called && (await this.#isWantedCall(called, stop))) await this.#begin(called, stop, hits);
    await this.#dropHot(hits);
    if (!this.#hasEnough()) this.#program.resume(stop);
  }

  /** Without a name, the main code is meant: the first method that no other own method has called. */
  async #isWantedCall(method: OwnMethod, stop: Stop): Promise<boolean> {
    if (this.#wanted.function !== undefined) return this.#isMeant(method) && ++this.#entries === this.#wanted.hit;
    if (/^<(?:cl)?init>$/.test(method.plainName)) return false;
    const frames = await this.#program.machine.threads.frames(stop.arrivals[0].thread);
    return !frames.slice(1).some((each) => this.#isOwn(each));
  }

  /** From here on the program stops at every place. */
  async #begin(method: OwnMethod, stop: Stop, hits: readonly WatchedPlace[]): Promise<void> {
    const { machine } = this.#program;
    const [{ thread }] = stop.arrivals;
    const depth = await machine.threads.frameCount(thread);
    this.#call = { thread, depth };
    // The main code returns at the end; and a step out of it would make an overflow of the stack slow.
    if (this.#wanted.function !== undefined) await machine.requests.stepOut(thread);
    const watched = [...this.#watched.values()];
    await machine.requests.clearAllBreakpoints();
    this.#watched.clear();
    await Promise.all(watched.map((each) => this.#request(each)));
    if (this.#wanted.function === undefined) {
      this.#isRunner = method.plainName !== "main";
      if (this.#isRunner) this.#add(hits.find(({ counted }) => counted.place.line === undefined)!.counted);
      await this.#watchMain(method, stop);
    }
    for (const { counted } of hits) if (counted.place.line !== undefined) this.#add(counted);
  }

  /** The main code stands at its first line, which is watched only from now on. */
  async #watchMain(method: OwnMethod, { arrivals: [{ location }] }: Stop): Promise<void> {
    await this.#watchLines(method);
    for (const { counted, location: at } of this.#watched.values()) {
      const isHere = counted.place.line !== undefined && at.method === location.method && at.index === location.index;
      if (!isHere || counted.hits > 0) continue;
      counted.hits++;
      this.#add(counted);
    }
  }

  async #arriveInCall(stop: Stop, hits: readonly WatchedPlace[]): Promise<void> {
    const { machine } = this.#program;
    const [{ thread }] = stop.arrivals;
    const isCalling = hits.length > 0 && thread === this.#call!.thread && !this.#hasReturned;
    const depth = isCalling ? await machine.threads.frameCount(thread) : 0;
    const isFunction = hits.some(({ counted }) => counted.place.line === undefined);
    const frames = isCalling && isFunction ? await machine.threads.frames(thread, Math.min(depth, maxFrames)) : [];
    if (isCalling && isFunction && depth <= this.#call!.depth) this.#hasReturned = !this.#isRunner;
    if (this.#isRunner && isCalling && isFunction) await this.#followRunner(stop, hits, { depth, frames });
    this.#hits += hits.length;
    for (const watched of hits) {
      if (isCalling && !this.#hasReturned && this.#isOfCall(watched, depth, frames)) {
        watched.counted.hitsByOthers = 0;
        this.#add(watched.counted);
      } else watched.counted.hitsByOthers++;
    }
    await this.#dropHot(hits);
    if (!this.#hasEnough()) this.#program.resume(stop);
  }

  /** A method that no own method has called is called by the runner. */
  async #followRunner(
    stop: Stop,
    hits: readonly WatchedPlace[],
    { depth, frames }: { readonly depth: number; readonly frames: readonly Frame[] },
  ): Promise<void> {
    const called = hits.find(({ counted }) => counted.place.line === undefined)!;
    if (depth > maxFrames || frames.slice(1).some((each) => this.#isOwn(each))) return;
    this.#call = { ...this.#call!, depth };
    called.counted.hitsByOthers = 0;
    this.#add(called.counted);
    // Its lines were not counted in earlier calls.
    if (called.counted.hits === 1) await this.#watchMain(called.method, stop);
  }

  /** Whether the call itself reaches the line, or calls the method, be it through methods of libraries. */
  #isOfCall({ counted: { place } }: WatchedPlace, depth: number, frames: readonly Frame[]): boolean {
    if (place.line !== undefined) return depth === this.#call!.depth;
    const caller = frames.slice(1).findIndex((each) => this.#isOwn(each));
    return caller !== -1 && depth - 1 - caller === this.#call!.depth;
  }

  async #dropHot(hits: readonly WatchedPlace[]): Promise<void> {
    for (const { counted } of hits) {
      if (counted.hits < maxHitsOfPlace && counted.hitsByOthers < maxHitsByOthers) continue;
      // The entry of the call has to be found.
      if (!this.#call && counted.place.line === undefined && this.#isMeantPlace(counted)) continue;
      for (const [request, each] of this.#watched)
        if (each.counted === counted) {
          this.#watched.delete(request);
          await this.#program.machine.requests.clearBreakpoint(request);
        }
    }
  }

  #isMeantPlace(counted: CountedPlace): boolean {
    return [...this.#watched.values()].some((each) => each.counted === counted && this.#isMeant(each.method));
  }

  #isOwn({ location }: Frame): boolean {
    return this.#program.own.methodAt(location) !== undefined;
  }

  #add({ place, hits }: CountedPlace): void {
    const moment = { ...place, hit: hits } as Moment;
    this.#moments.push(moment);
    appendFileSync(this.#wanted.capture, `${JSON.stringify(moment)}\n`);
  }

  #hasEnough(): boolean {
    const { most = defaultMaxMoments } = this.#wanted;
    return this.#hasReturned || this.#hits >= maxHits || this.#moments.length >= most;
  }
}
