/**
 * Writes what one call does: the lines that it reaches and the functions that it calls. The program never stops for it. The main code
 * includes what Node calls or resumes later: callbacks, and functions after an `await`. What a generator does when it is resumed
 * belongs to its consumer.
 */
import { mainScript } from "../scripts/main-script.ts";
import type { FunctionOutline } from "../scripts/outline.ts";
import type { Script } from "../scripts/script.ts";
import type { Breakpoint, BreakpointsIn, TracingTools } from "./breakpoint.ts";
import { FunctionEntries } from "./function-entries.ts";
import { generatorKey } from "./generator-turns.ts";
import { MomentCounters } from "./moment-counters.ts";
import { MomentList, type MomentsPlan } from "./moment-list.ts";
import { outerMomentBreakpoints } from "./outer-moments.ts";
import { WatchedCall } from "./watched-call.ts";
import { WatchedFrames } from "./watched-frames.ts";

export function momentBreakpoints(plan: MomentsPlan, tools: TracingTools): BreakpointsIn {
  const main = plan.function === undefined ? mainScript(tools.own) : undefined;
  if (plan.function === undefined && main === undefined) return outerMomentBreakpoints(plan, tools);
  const recorder = new MomentRecorder(plan, tools);
  const entries = new FunctionEntries(tools.inspector, tools.own);
  const isMain = plan.function === undefined;
  const watchedIn = (script: Script): FunctionOutline[] => {
    if (plan.function !== undefined) return script.functionsNamed(plan.function);
    return script.path === main ? [script.outline.topLevel] : [];
  };
  return (script) => {
    recorder.addScript(script);
    const watched = new Set(watchedIn(script));
    const breakpointsIn = (called: FunctionOutline): Breakpoint[] => {
      const generator = recorder.asGenerator(script, called);
      const entry = [recorder.entryCondition(script, called), ...generator.entry].join(" | ");
      if (watched.has(called)) {
        const call = recorder.asWatched(script, called);
        const condition = [entry, ...call.entry].join(" | ");
        return [...entries.breakpoints(script, called, condition), ...generator.later, ...call.later];
      }
      const resumed = isMain && !called.isSync ? recorder.asResumed(script, called) : [];
      return [...entries.breakpoints(script, called, entry), ...resumed, ...generator.later];
    };
    return [...new Set([...watched, ...script.ownFunctions])].flatMap(breakpointsIn);
  };
}

/** Conditions to evaluate at the entry of a function, and breakpoints later in it. */
interface FunctionBreakpoints {
  readonly entry: readonly string[];
  readonly later: readonly Breakpoint[];
}

const conditions = [
  "enterFunction",
  "enterWatched",
  "reachLine",
  "reachResumedLine",
  "leaveWatched",
  "startGenerator",
  "reachGeneratorLine",
  "reachYield",
] as const;
type Condition = (typeof conditions)[number];

/** Its methods named in `conditions` are called by breakpoints; none of them makes the program stop. */
class MomentRecorder {
  readonly #tools: TracingTools;
  readonly #call: WatchedCall;
  readonly #frames: WatchedFrames;
  readonly #list: MomentList;
  readonly #counters = new MomentCounters();
  readonly #generators: string[] = [];
  readonly #exposed: Readonly<Record<Condition, string>>;
  readonly #isMain: boolean;

  constructor(plan: MomentsPlan, tools: TracingTools) {
    const { inspector, own } = tools;
    this.#tools = tools;
    this.#isMain = plan.function === undefined;
    this.#call = new WatchedCall(plan.hit);
    this.#frames = new WatchedFrames(this.#call, { own, isMain: this.#isMain });
    this.#list = new MomentList(plan, inspector);
    const expose = (name: Condition) =>
      inspector.expose(name, (...values: [never, never]) => {
        this[name](...values);
        return false;
      });
    this.#exposed = Object.fromEntries(conditions.map((name) => [name, expose(name)])) as Record<Condition, string>;
  }

  addScript(script: Script): void {
    this.#frames.addScript(script);
  }

  entryCondition(script: Script, called: FunctionOutline): string {
    const counter = this.#counters.addFunction(script.functionName(called));
    return `${this.#exposed.enterFunction}(${counter})`;
  }

  /** For a function of which one call is watched. */
  asWatched(script: Script, called: FunctionOutline): FunctionBreakpoints {
    this.#frames.addWatched(called);
    const { enterWatched, reachLine, leaveWatched } = this.#exposed;
    const lines = this.#lineBreakpoints(script, called, (line) => `${reachLine}(${line})`);
    const returns = script.stopPoints(called).filter(({ isReturn }) => isReturn);
    const ends = returns.map((point) => ({ point, condition: `${leaveWatched}()` }));
    return { entry: [`${enterWatched}(${called.isSync})`], later: [...lines, ...ends] };
  }

  asGenerator(script: Script, called: FunctionOutline): FunctionBreakpoints {
    if (called.yields.length === 0) return { entry: [], later: [] };
    const index = this.#generators.push(generatorKey(script.path, called)) - 1;
    const { startGenerator, reachGeneratorLine, reachYield } = this.#exposed;
    const lines = this.#lineBreakpoints(script, called, (line) => `${reachGeneratorLine}(${index}, ${line})`);
    const yields = script.yieldPoints(called).map((point) => ({ point, condition: `${reachYield}(${index})` }));
    return { entry: [`${startGenerator}(${index})`], later: [...lines, ...yields] };
  }

  /** For a function that Node may resume. */
  asResumed(script: Script, called: FunctionOutline): Breakpoint[] {
    return this.#lineBreakpoints(script, called, (line) => `${this.#exposed.reachResumedLine}(${line})`);
  }

  #lineBreakpoints(script: Script, called: FunctionOutline, condition: (line: number) => string): Breakpoint[] {
    return script.linesOf(called).map(({ point, source }) => {
      const line = this.#counters.addLine(source);
      return { point, condition: condition(line) };
    });
  }

  enterFunction(counter: number): void {
    const moment = this.#counters.countEntry(counter);
    if (this.#frames.isEnteredByCall) this.#list.add(moment);
  }

  enterWatched(isSync: boolean): void {
    if (this.#call.enter(isSync, this.#frames.depth) && !this.#tools.notes.claim()) this.#list.end();
    this.#endIfOver();
  }

  leaveWatched(): void {
    this.#call.leave(this.#frames.depth);
    this.#endIfOver();
  }

  reachLine(line: number): void {
    const moment = this.#counters.countLine(line);
    if (!this.#frames.isCall) return;
    // The call of a generator ends with its first value.
    if (this.#frames.isInGenerator) this.#list.end();
    else this.#list.add(moment);
  }

  reachResumedLine(line: number): void {
    const moment = this.#counters.countLine(line);
    if (this.#frames.isResumedByNode) this.#list.add(moment);
  }

  startGenerator(index: number): void {
    this.#frames.turns.start(this.#generators[index]!, this.#frames.count);
  }

  reachYield(index: number): void {
    this.#frames.turns.reachYield(this.#generators[index]!, this.#frames.count);
  }

  reachGeneratorLine(index: number, line: number): void {
    this.#frames.turns.reachLine(this.#generators[index]!, this.#frames.count);
    const moment = this.#counters.countLine(line);
    if (this.#frames.isInGeneratorOfCall) this.#list.add(moment);
  }

  #endIfOver(): void {
    if (this.#call.isOver && !this.#isMain) this.#list.end();
  }
}
