/**
 * Writes down what one call does: the lines that it comes to, and the functions that it calls. Nothing stops. To the main code
 * belongs what Node calls when that is over, or goes on with: callbacks, and functions that have waited. What a generator does when
 * it is asked for more belongs to who asks.
 */
import type { DriverPlan, EntryMoment, LineMoment, Moment } from "../protocol/state.ts";
import { Entries, type Stop } from "./entries.ts";
import { Generators, generatorIn } from "./generators.ts";
import type { Inspector } from "./inspector.ts";
import { mainScript } from "./main-script.ts";
import type { FunctionAt } from "./outline.ts";
import { Records } from "./records.ts";
import type { Script } from "./script.ts";
import { type OwnSite, ownSites } from "./stack.ts";
import type { StopsIn, Tools } from "./stops.ts";
import { WatchedCall } from "./watched-call.ts";

type Wanted = NonNullable<DriverPlan["moments"]>;
type Turn = "turnBegins" | "turnGoesOn" | "turnGives";
type Counted<Seen> = { -readonly [Member in keyof Seen]: Seen[Member] };

export function momentsOf(wanted: Wanted, tools: Tools): StopsIn {
  const watch = new Watch(wanted, tools);
  const entries = new Entries(tools.inspector, tools.own);
  const isMain = mainScript(tools.own);
  const ofMain = wanted.function === undefined;
  const watchedIn = (script: Script): FunctionAt[] => {
    if (!ofMain) return script.functionsCalled(wanted.function);
    return isMain(script.path) ? [script.outline.whole] : [];
  };
  return (script) => {
    watch.know(script);
    const watched = new Set(watchedIn(script));
    const stopsIn = (each: FunctionAt): Stop[] => {
      const generator = watch.generatorOf(script, each);
      const entry = [watch.entryOf(script, each), ...generator.begins].join(" | ");
      const waits = ofMain && !each.sync ? watch.goesOn(script, each) : [];
      if (!watched.has(each)) return [...entries.of(script, each, entry), ...waits, ...generator.stops];
      const call = watch.callOf(script, each);
      return [...entries.of(script, each, `${entry} | ${call.begins}`), ...generator.stops, ...call.stops];
    };
    return [...new Set([...watched, ...script.functions])].flatMap(stopsIn);
  };
}

class Watch {
  readonly #tools: Tools;
  readonly #call: WatchedCall;
  readonly #list: List;
  readonly #scripts = new Map<string, Script[]>();
  readonly #watched = new Set<FunctionAt>();
  readonly #generators = new Generators();
  readonly #numbered: string[] = [];
  /** What each function that is entered counts for: places may leave out the class of a method. */
  readonly #functions: (readonly Counted<EntryMoment>[])[] = [];
  readonly #entries = new Map<string, Counted<EntryMoment>>();
  readonly #lines: Counted<LineMoment>[] = [];
  readonly #hooks: Readonly<Record<"entered" | "begins" | "passed" | "resumed" | "leaves" | Turn, string>>;
  /** Whether all that Node does is watched, and not only one call. */
  readonly #ofMain: boolean;

  constructor(wanted: Wanted, tools: Tools) {
    this.#tools = tools;
    this.#ofMain = wanted.function === undefined;
    this.#call = new WatchedCall(wanted.hit);
    this.#list = new List(wanted, tools.inspector);
    const { inspector, report } = tools;
    const here = () => this.#frames()[0]!.depth;
    this.#hooks = {
      entered: inspector.hook("entered", (number: number) => this.#entered(this.#functions[number]!)),
      begins: inspector.hook("called", (sync: boolean) => {
        if (this.#call.begins(sync, here) && !report.claim()) this.#list.end();
        return this.#endIfOver();
      }),
      passed: inspector.hook("passed", (number: number) => {
        const line = this.#lines[number]!;
        line.hit++;
        if (this.#call.isOn && this.#call.isAt(here())) this.#addOwn(line);
        return false;
      }),
      resumed: inspector.hook("resumed", (number: number) => {
        const line = this.#lines[number]!;
        line.hit++;
        if (this.#call.hasBegun && this.#frames().length === 1) this.#list.add(line);
        return false;
      }),
      turnBegins: inspector.hook("turnBegins", (number: number) => {
        this.#generators.begins(this.#numbered[number]!, this.#frames().length);
        return false;
      }),
      turnGoesOn: inspector.hook("turnGoesOn", (number: number, at: number) => {
        this.#generators.goesOn(this.#numbered[number]!, this.#frames().length);
        const line = this.#lines[at]!;
        line.hit++;
        if (this.#call.isOn && this.#isAskedByCall(this.#frames())) this.#list.add(line);
        return false;
      }),
      turnGives: inspector.hook("turnGives", (number: number) => {
        this.#generators.gives(this.#numbered[number]!, this.#frames().length);
        return false;
      }),
      leaves: inspector.hook("returned", () => {
        this.#call.leaves(here);
        return this.#endIfOver();
      }),
    };
  }

  know(script: Script): void {
    this.#scripts.set(script.path, [...(this.#scripts.get(script.path) ?? []), script]);
  }

  /** What is to be asked at the entry of any function. */
  entryOf(script: Script, called: FunctionAt): string {
    const name = script.nameOf(called);
    const names = name.split(".").map((_, from, parts) => parts.slice(from).join("."));
    const number = this.#functions.push(names.map((each) => this.#counterOf(each))) - 1;
    return `${this.#hooks.entered}(${number})`;
  }

  /** What is to be asked at the entry and in the course of a function that may be the one. */
  callOf(script: Script, called: FunctionAt): { readonly begins: string; readonly stops: readonly Stop[] } {
    this.#watched.add(called);
    const { begins, passed, leaves } = this.#hooks;
    const lines = this.#linesOf(script, called, (line) => `${passed}(${line})`);
    const returns = script.pointsOf(called).filter((point) => point.leaves);
    const ends = returns.map((point) => ({ point, condition: `${leaves}()` }));
    return { begins: `${begins}(${called.sync})`, stops: [...lines, ...ends] };
  }

  /** What is to be asked at the entry and in the course of a generator. */
  generatorOf(
    script: Script,
    called: FunctionAt,
  ): { readonly begins: readonly string[]; readonly stops: readonly Stop[] } {
    if (called.yields.length === 0) return { begins: [], stops: [] };
    const number = this.#numbered.push(generatorIn(script.path, called)) - 1;
    const { turnBegins, turnGoesOn, turnGives } = this.#hooks;
    const lines = this.#linesOf(script, called, (line) => `${turnGoesOn}(${number}, ${line})`);
    const gives = script.yieldsOf(called).map((point) => ({ point, condition: `${turnGives}(${number})` }));
    return { begins: [`${turnBegins}(${number})`], stops: [...lines, ...gives] };
  }

  /** What is to be asked in a function that Node may go on with. */
  goesOn(script: Script, called: FunctionAt): Stop[] {
    return this.#linesOf(script, called, (line) => `${this.#hooks.resumed}(${line})`);
  }

  #linesOf(script: Script, called: FunctionAt, asking: (line: number) => string): Stop[] {
    return script.linesOf(called).map(({ point, written }) => {
      const number = this.#lines.push({ ...written, hit: 0 }) - 1;
      return { point, condition: asking(number) };
    });
  }

  #entered(counters: readonly Counted<EntryMoment>[]): false {
    for (const counter of counters) counter.hit++;
    if (this.#isWatchedCall()) this.#list.add(counters[0]!);
    return false;
  }

  #isWatchedCall(): boolean {
    if (!this.#call.isOn && !(this.#ofMain && this.#call.hasBegun)) return false;
    const [, ...frames] = this.#frames();
    const [caller, ...below] = frames;
    if (!caller) return this.#ofMain;
    if (this.#isAskedByCall(frames)) return true;
    if (this.#isIn(caller, (called) => this.#watched.has(called)))
      return this.#call.isAt(caller.depth) && !this.#isAsked(frames);
    return this.#ofMain && below.length === 0 && this.#isIn(caller, (called) => !called.sync);
  }

  /** Whether the innermost frames are of generators, and who asks them for more is the call. */
  #isAskedByCall(frames: readonly OwnSite[]): boolean {
    const who = frames.findIndex((_, i) => !this.#isAsked(frames.slice(i)));
    const frame = frames[who];
    if (who <= 0 || frame === undefined) return false;
    return this.#isIn(frame, (called) => this.#watched.has(called)) && this.#call.isAt(frame.depth);
  }

  /** Whether the innermost frame is of a generator that was asked for more. */
  #isAsked(frames: readonly OwnSite[]): boolean {
    const isAsked = (called: FunctionAt) =>
      called.yields.length > 0 && this.#generators.isAsked(generatorIn(frames[0]!.path, called), frames.length);
    return this.#isIn(frames[0]!, isAsked);
  }

  /** With its first value the call of a generator is over. */
  #addOwn(line: LineMoment): void {
    if (this.#isAsked(this.#frames())) this.#list.end();
    else this.#list.add(line);
  }

  #isIn({ path, point }: OwnSite, isMeant: (called: FunctionAt) => boolean): boolean {
    return this.#scripts.get(path)?.some((script) => isMeant(script.functionAt(point))) === true;
  }

  #counterOf(name: string): Counted<EntryMoment> {
    const counter = this.#entries.get(name) ?? { function: name, hit: 0 };
    this.#entries.set(name, counter);
    return counter;
  }

  #frames(): OwnSite[] {
    const isOwn = ({ path, point }: OwnSite) => this.#scripts.get(path)?.some((script) => script.isOwn(point));
    return ownSites(this.#tools.own).filter(isOwn);
  }

  #endIfOver(): false {
    if (this.#call.isOver && !this.#ofMain) this.#list.end();
    return false;
  }
}

/** Each takes the debugger a tenth of a millisecond and more. */
const defaultLimit = 20_000;

class List {
  readonly #records: Records;
  readonly #inspector: Inspector;
  #room: number;

  constructor({ capture, most = defaultLimit }: Wanted, inspector: Inspector) {
    this.#records = new Records(capture);
    this.#inspector = inspector;
    this.#room = most;
  }

  add(moment: Moment): void {
    if (this.#room-- > 0) this.#records.add(moment);
    if (this.#room <= 0) this.end();
  }

  /** The rest of the run is not watched. */
  end(): void {
    this.#room = 0;
    this.#inspector.ignoreStops();
  }
}
