/** Writes down what one call does: the lines that it comes to, and the functions that it calls. Nothing stops. */
import type { EntrySeen, LineSeen, Moment, Plan } from "../protocol.ts";
import { Entries, type Stop } from "./entries.ts";
import type { Inspector } from "./inspector.ts";
import { mainScript } from "./main-script.ts";
import type { FunctionAt } from "./outline.ts";
import { Records } from "./records.ts";
import type { Script } from "./script.ts";
import { type OwnSite, ownSites } from "./stack.ts";
import type { StopsIn, Tools } from "./stops.ts";
import { WatchedCall } from "./watched-call.ts";

type Wanted = NonNullable<Plan["moments"]>;
type Counted<Seen> = { -readonly [Member in keyof Seen]: Seen[Member] };

export function momentsOf(wanted: Wanted, tools: Tools): StopsIn {
  const watch = new Watch(wanted, tools);
  const entries = new Entries(tools.inspector);
  const isMain = mainScript(tools.own);
  const watchedIn = (script: Script): FunctionAt[] => {
    if (wanted.function !== undefined) return script.functionsCalled(wanted.function);
    return isMain(script.path) ? [script.outline.whole] : [];
  };
  return (script) => {
    watch.know(script);
    const watched = new Set(watchedIn(script));
    const stopsIn = (each: FunctionAt): Stop[] => {
      const entry = watch.entryOf(script, each);
      if (!watched.has(each)) return entries.of(script, each, entry);
      const call = watch.callOf(script, each);
      return [...entries.of(script, each, `${entry} | ${call.begins}`), ...call.stops];
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
  /** What each function that is entered counts for: places may leave out the class of a method. */
  readonly #functions: (readonly Counted<EntrySeen>[])[] = [];
  readonly #entries = new Map<string, Counted<EntrySeen>>();
  readonly #lines: Counted<LineSeen>[] = [];
  readonly #hooks: Readonly<Record<"entered" | "begins" | "passed" | "leaves", string>>;

  constructor(wanted: Wanted, tools: Tools) {
    this.#tools = tools;
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
        if (this.#call.isOn && this.#call.isAt(here())) this.#list.add(line);
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
    const lines = script.linesOf(called).map(({ point, written }) => {
      const number = this.#lines.push({ ...written, hit: 0 }) - 1;
      return { point, condition: `${passed}(${number})` };
    });
    const returns = script.pointsOf(called).filter((point) => point.leaves);
    const ends = returns.map((point) => ({ point, condition: `${leaves}()` }));
    return { begins: `${begins}(${called.sync})`, stops: [...lines, ...ends] };
  }

  #entered(counters: readonly Counted<EntrySeen>[]): false {
    for (const counter of counters) counter.hit++;
    if (this.#call.isOn) {
      const [, caller] = this.#frames();
      if (caller && this.#isWatched(caller) && this.#call.isAt(caller.depth)) this.#list.add(counters[0]!);
    }
    return false;
  }

  #isWatched({ path, point }: OwnSite): boolean {
    return this.#scripts.get(path)?.some((script) => this.#watched.has(script.functionAt(point))) === true;
  }

  #counterOf(name: string): Counted<EntrySeen> {
    const counter = this.#entries.get(name) ?? { function: name, hit: 0 };
    this.#entries.set(name, counter);
    return counter;
  }

  #frames(): OwnSite[] {
    const isOwn = ({ path, point }: OwnSite) => this.#scripts.get(path)?.some((script) => script.isOwn(point));
    return ownSites(this.#tools.own).filter(isOwn);
  }

  #endIfOver(): false {
    if (this.#call.isOver) this.#list.end();
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
