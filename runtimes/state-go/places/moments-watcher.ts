import { appendFileSync, writeFileSync } from "node:fs";
import type { DriverPlan, Moment, StopPlace } from "../../protocol/state.ts";
import { absentPlace, missedHits } from "../../shared/missed-place.ts";
import type { MissedPlace } from "../../shared/plan-errors.ts";
import type { Breakpoint, Frame, State, Thread } from "../delve/api.ts";
import { DelveError } from "../delve/connection.ts";
import type { Delve } from "../delve/delve.ts";
import { shortFunctionName } from "../program/function-names.ts";
import { isOwnFrame, type OwnCode } from "../program/own-code.ts";
import type { CodePlaces, FunctionCode } from "./code-places.ts";
import { linesWithCode } from "./line-entries.ts";

/*
 * A breakpoint costs as much as a million instructions of the program. So a place is no longer watched once it was hit too often, or
 * too often in a row by others than the call; and watching ends after so many hits since the call began.
 */
const maxHitsOfPlace = 1_000;
const maxHitsByOthers = 200;
const maxHits = 20_000;
const defaultMaxMoments = 5_000;
/** Frames that are looked through for the caller: functions of libraries may be between. */
const maxFrames = 16;
/** delve counts the hits of a breakpoint that it never stops at. */
const onlyCount = "> 1000000000";

type WantedMoments = NonNullable<DriverPlan["moments"]>;

/** A place, and how often it was hit in the whole run, as hits of a place are counted. */
interface CountedPlace {
  readonly place: Omit<StopPlace, "hit">;
  readonly breakpoint: number;
  readonly kind: "line" | "function";
  hits: number;
  /** In a row. */
  hitsByOthers: number;
}

/** A call is known by its goroutine and where its frame is. */
interface WatchedCall {
  readonly goroutine: number;
  readonly frame: number;
}

interface WatchedRun {
  readonly state: State;
  /** There was no such call. */
  readonly missed?: MissedPlace;
}

interface FirstCall {
  /** By delve's name. */
  readonly name: string;
  readonly call: WatchedCall;
}

const mainFunction = "main.main";

/** What one call does: the lines of its own that it reaches and the own functions that it calls, in order. */
export class MomentsWatcher {
  readonly #delve: Delve;
  readonly #own: OwnCode;
  readonly #wanted: WantedMoments;
  readonly #places = new Map<number, CountedPlace>();
  readonly #moments: Moment[] = [];
  #entry: Breakpoint | undefined;
  #call: WatchedCall | undefined;
  #hits = 0;
  #hasReturned = false;

  constructor(delve: Delve, own: OwnCode, wanted: WantedMoments) {
    this.#delve = delve;
    this.#own = own;
    this.#wanted = wanted;
  }

  /** How the program was left: it has exited, or there is enough and no breakpoint is left. */
  async watch(places: CodePlaces): Promise<WatchedRun> {
    // One line for each moment at first, so that they are there even if the program hangs and everything is killed.
    writeFileSync(this.#wanted.capture, "");
    const isTest = this.#wanted.function === undefined && !this.#own.functions.includes(mainFunction);
    const first = isTest ? await this.#runToFirstFunction() : undefined;
    if (first && "exited" in first) return { state: first, missed: missedHits({ function: this.#name }, 0) };
    await this.#setBreakpoints(places, first?.name);
    if (first) await this.#begin(first.call);
    let state = await this.#delve.continue();
    while (!state.exited) {
      if (this.#call) await this.#arrive(state);
      else await this.#enter(state);
      if (this.#hasEnough()) break;
      state = await this.#delve.continue();
    }
    const missed = this.#call ? undefined : missedHits({ function: this.#name }, await this.#entries());
    if (!state.exited) await this.#forgetAll();
    writeFileSync(this.#wanted.capture, JSON.stringify(this.#moments));
    return { state, ...(missed ? { missed } : {}) };
  }

  get #name(): string {
    return this.#wanted.function ?? "main";
  }

  /** The main function of `go test` is none of the program's own: then the first own function is the main code. */
  async #runToFirstFunction(): Promise<FirstCall | (State & { exited: true })> {
    for (const name of this.#own.functions.filter((each) => !isInitializer(each)))
      await this.#delve.addBreakpoint({ functionName: name, stacktrace: 1 }).catch(() => {});
    const state = await this.#delve.continue();
    if (state.exited) return { ...state, exited: true };
    const [frame] = state.currentThread?.breakPointInfo?.stacktrace ?? [];
    await this.#forgetAll();
    const call = { goroutine: state.currentThread!.goroutineID, frame: frame!.FrameOffset };
    return { name: frame!.function!.name, call };
  }

  async #setBreakpoints(places: CodePlaces, first: string = mainFunction): Promise<void> {
    const names = this.#wanted.function === undefined ? [first] : places.functionsNamed(this.#name);
    const found = (await Promise.all(names.map((name) => places.codeOfFunction(name)))).flat();
    const codes = [...new Map(found.map((each) => [each.start, each])).values()];
    if (codes.length === 0) throw absentPlace({ function: this.#name }, this.#own.functions.map(shortFunctionName));
    // Each address can have one breakpoint: that of the call stands for its function too.
    const addrs = codes.map(({ start }) => start);
    this.#entry = await this.#delve.addBreakpoint({ addrs, HitCond: `== ${this.#wanted.hit}`, stacktrace: maxFrames });
    for (const { file, line } of linesOf(codes)) {
      const addresses = (await places.entriesOf(file, line)).map(({ address }) => address);
      await this.#count({ file, line }, { addrs: addresses });
    }
    for (const name of this.#own.functions)
      if (!names.includes(name)) await this.#count({ function: shortFunctionName(name) }, { functionName: name });
  }

  async #count(
    place: Omit<StopPlace, "hit">,
    where: { addrs?: readonly number[]; functionName?: string },
  ): Promise<void> {
    try {
      const { id } = await this.#delve.addBreakpoint({ ...where, HitCond: onlyCount, stacktrace: maxFrames });
      const kind = place.line === undefined ? "function" : "line";
      this.#places.set(id, { place, breakpoint: id, kind, hits: 0, hitsByOthers: 0 });
    } catch (error) {
      // A function without code of its own.
      if (!(error instanceof DelveError)) throw error;
    }
  }

  /** From here on the program stops at every place. */
  async #enter(state: State): Promise<void> {
    const [thread, frame] = threadAt(state, this.#entry!.id) ?? [];
    if (!thread || !frame) return;
    await this.#begin({ goroutine: thread.goroutineID, frame: frame.FrameOffset });
  }

  async #begin(call: WatchedCall): Promise<void> {
    this.#call = call;
    const counts = new Map((await this.#delve.breakpoints()).map((each) => [each.id, each.totalHitCount]));
    for (const each of this.#places.values()) {
      each.hits = counts.get(each.breakpoint) ?? 0;
      await this.#delve.amendBreakpoint(each.breakpoint, { HitCond: "", stacktrace: maxFrames });
    }
    await this.#delve.amendBreakpoint(this.#entry!.id, { HitCond: `> ${this.#wanted.hit}`, stacktrace: maxFrames });
    const place = { function: this.#name };
    const hits = this.#wanted.hit;
    this.#places.set(this.#entry!.id, { place, breakpoint: this.#entry!.id, kind: "function", hits, hitsByOthers: 0 });
  }

  /** Several goroutines may have arrived somewhere at the same time. */
  async #arrive({ Threads: threads }: State): Promise<void> {
    for (const thread of threads ?? []) {
      const place = thread.breakPoint && this.#places.get(thread.breakPoint.id);
      const frames = thread.breakPointInfo?.stacktrace ?? [];
      if (place && frames.length > 0) await this.#hit(place, thread, frames);
    }
  }

  async #hit(place: CountedPlace, { goroutineID }: Thread, frames: readonly Frame[]): Promise<void> {
    place.hits++;
    this.#hits++;
    if (goroutineID === this.#call!.goroutine && this.#isOfCall(place, frames)) {
      place.hitsByOthers = 0;
      this.#add({ ...place.place, hit: place.hits } as Moment);
    } else place.hitsByOthers++;
    if (place.hits < maxHitsOfPlace && place.hitsByOthers < maxHitsByOthers) return;
    this.#places.delete(place.breakpoint);
    await this.#delve.removeBreakpoint(place.breakpoint);
  }

  /** Whether the call itself reaches the line, or calls the function, be it through functions of libraries. */
  #isOfCall({ kind }: CountedPlace, [innermost, ...callers]: readonly Frame[]): boolean {
    const { frame } = this.#call!;
    if (kind === "line") return !this.#hasReturned && innermost!.FrameOffset === frame;
    this.#hasReturned ||= innermost!.FrameOffset >= frame;
    const caller = callers.find((each) => isOwnFrame(this.#own, each));
    return !this.#hasReturned && caller?.FrameOffset === frame;
  }

  #add(moment: Moment): void {
    this.#moments.push(moment);
    appendFileSync(this.#wanted.capture, `${JSON.stringify(moment)}\n`);
  }

  #hasEnough(): boolean {
    const { most = defaultMaxMoments } = this.#wanted;
    return this.#hasReturned || this.#hits >= maxHits || this.#moments.length >= most;
  }

  /** How often the function was called. */
  async #entries(): Promise<number> {
    const found = (await this.#delve.breakpoints()).find(({ id }) => id === this.#entry?.id);
    return found?.totalHitCount ?? 0;
  }

  async #forgetAll(): Promise<void> {
    for (const { id } of await this.#delve.breakpoints()) await this.#delve.removeBreakpoint(id);
  }
}

/** The lines of a function, or of all instances of a generic one; without that of the function itself, where it is entered. */
function linesOf(codes: readonly FunctionCode[]): { readonly file: string; readonly line: number }[] {
  const lines = codes.flatMap(({ code, start }) => {
    const isEntered = code.find(({ address }) => address === start);
    return linesWithCode(code, start).filter(({ line }) => line !== isEntered?.line);
  });
  return [...new Map(lines.map((each) => [`${each.file}:${each.line}`, each])).values()];
}

/** What runs before the main code. */
function isInitializer(name: string): boolean {
  return /\.init\.\d+$|\.TestMain$/.test(name);
}

function threadAt({ Threads: threads }: State, breakpoint: number): [Thread, Frame] | undefined {
  const thread = threads?.find((each) => each.breakPoint?.id === breakpoint);
  const [frame] = thread?.breakPointInfo?.stacktrace ?? [];
  return thread && frame ? [thread, frame] : undefined;
}
