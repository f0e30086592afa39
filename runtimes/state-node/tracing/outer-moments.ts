/**
 * Writes what a program does whose main file is not its own, such as that of a test runner: the lines of all calls that come from
 * code of others, such as tests and their hooks, and the functions that these calls call, in the order of time.
 */
import type { Inspector } from "../inspector.ts";
import type { FunctionOutline } from "../scripts/outline.ts";
import type { Script } from "../scripts/script.ts";
import { type Breakpoint, type BreakpointsIn, samePoint, type TracingTools } from "./breakpoint.ts";
import { FunctionEntries } from "./function-entries.ts";
import { MomentCounters } from "./moment-counters.ts";
import { MomentList, type MomentsPlan } from "./moment-list.ts";
import { OwnStack } from "./own-stack.ts";

export function outerMomentBreakpoints(plan: MomentsPlan, tools: TracingTools): BreakpointsIn {
  const recorder = new OuterMomentRecorder(plan, tools);
  const entries = new FunctionEntries(tools.inspector, tools.own);
  return (script) => {
    recorder.addScript(script);
    const breakpointsIn = (called: FunctionOutline) => {
      const { entryCondition, lines } = recorder.addFunction(script, called);
      return [...entries.breakpoints(script, called, entryCondition), ...lines];
    };
    return [...recorder.topLevelLines(script), ...script.ownFunctions.flatMap(breakpointsIn)];
  };
}

/** A function, and how its lines are watched once it was called by code of others. */
interface OuterFunction {
  readonly counter: number;
  readonly watchLines: () => void;
  /** It was first called by own code, so that some of its lines were not counted. */
  state: "new" | "inner" | "outer";
}

class OuterMomentRecorder {
  readonly #inspector: Inspector;
  readonly #notes: TracingTools["notes"];
  readonly #stack: OwnStack;
  readonly #list: MomentList;
  readonly #counters = new MomentCounters();
  readonly #lines = new Map<string, number>();
  readonly #functions: OuterFunction[] = [];
  readonly #enter: string;
  readonly #reachLine: string;

  constructor(plan: MomentsPlan, { inspector, notes, own }: TracingTools) {
    this.#inspector = inspector;
    this.#notes = notes;
    this.#stack = new OwnStack(own);
    this.#list = new MomentList(plan, inspector, { ofProcess: true });
    this.#enter = inspector.expose("enterOuter", (index: number) => this.#enterFunction(index));
    this.#reachLine = inspector.expose("reachOuterLine", (line: number, index?: number) =>
      this.#countLine(line, index),
    );
  }

  addScript(script: Script): void {
    this.#stack.addScript(script);
  }

  topLevelLines(script: Script): Breakpoint[] {
    return this.#lineBreakpoints(script, script.outline.topLevel);
  }

  /**
   * Lines are watched from the first call on that comes from code of others: in a loop, every breakpoint costs time. Those at points
   * that have a breakpoint anyway are watched from the start.
   */
  addFunction(script: Script, called: FunctionOutline): { entryCondition: string; lines: Breakpoint[] } {
    const index = this.#functions.length;
    const counter = this.#counters.addFunction(script.functionName(called));
    const entry = script.entryPoint(called);
    const lines = this.#lineBreakpoints(script, called, index);
    const isEarly = ({ point }: Breakpoint) => called.startsWithLoop || (entry && samePoint(point, entry));
    const watchLines = () => {
      for (const { point, condition } of lines.filter((line) => !isEarly(line)))
        this.#inspector.setBreakpoint(
          { scriptId: script.id, lineNumber: point.lineNumber, columnNumber: point.columnNumber },
          condition,
        );
    };
    this.#functions.push({ counter, watchLines, state: "new" });
    return { entryCondition: `${this.#enter}(${index})`, lines: lines.filter(isEarly) };
  }

  #lineBreakpoints(script: Script, called: FunctionOutline, index?: number): Breakpoint[] {
    return script.linesOf(called).map(({ point, source }) => {
      const key = `${source.file}:${source.line}`;
      const line = this.#lines.get(key) ?? this.#counters.addLine(source);
      this.#lines.set(key, line);
      return { point, condition: `${this.#reachLine}(${line}${index === undefined ? "" : `, ${index}`})` };
    });
  }

  #enterFunction(index: number): false {
    const called = this.#functions[index]!;
    const moment = this.#counters.countEntry(called.counter);
    const depth = this.#stack.frames().length;
    if (called.state === "new") {
      called.state = depth === 1 ? "outer" : "inner";
      if (depth === 1) called.watchLines();
    }
    if (depth <= 2) this.#add(moment);
    return false;
  }

  #countLine(line: number, index: number | undefined): false {
    const moment = this.#counters.countLine(line);
    const isInner = index !== undefined && this.#functions[index]!.state !== "outer";
    if (!isInner && this.#stack.frames().length === 1) this.#add(moment);
    return false;
  }

  #add(moment: Parameters<MomentList["add"]>[0]): void {
    this.#notes.claim();
    this.#list.add(moment);
  }
}
