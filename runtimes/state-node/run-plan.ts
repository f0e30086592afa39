/** Carries out a plan in the program's own process. */
import type { Debugger } from "node:inspector";
import { setFlagsFromString } from "node:v8";
import type { DriverPlan } from "../protocol/state.ts";
import { actAtPlace, ImpossibleChange } from "./at-place.ts";
import { outputIdentity } from "./inputs/output-mark.ts";
import { Inspector } from "./inspector.ts";
import type { ModuleScope } from "./memory/variables.ts";
import type { ProgramNotes } from "./notes/program-notes.ts";
import { noteUnwatchedCode } from "./notes/unwatched-code.ts";
import { OwnFiles } from "./scripts/own-files.ts";
import { Script } from "./scripts/script.ts";
import { sourceFilesOf } from "./scripts/source-positions.ts";
import { type Breakpoint, type BreakpointsIn, joinedByPoint, type TracingTools } from "./tracing/breakpoint.ts";
import { momentBreakpoints } from "./tracing/moments.ts";
import { placeBreakpoints } from "./tracing/place-breakpoints.ts";

/** `onFirstOwnScript` is called when the first of the program's own scripts is about to run. */
export function runPlan(plan: DriverPlan, notes: ProgramNotes, onFirstOwnScript: () => void): void {
  const inspector = new Inspector();
  const own = new OwnFiles(plan.root ?? process.cwd());
  const traced = new TracedProgram(plan, { inspector, notes, own });
  inspector.onScript((parsed) => {
    // Every breakpoint condition that is evaluated is a script, without a name.
    if (parsed.url === "") return;
    traced.urls.set(parsed.scriptId, parsed.url);
    const path = own.pathOf(parsed.url) ?? own.adoptCompiled(parsed.url, (file) => sourceFilesOf(parsed, file));
    if (path === undefined) return;
    if (!traced.hasOwnScripts) {
      onFirstOwnScript();
      noteUnwatchedCode(notes);
    }
    orFail(notes, () => traced.addScript(new Script(inspector, parsed, { path, own })));
  });
  inspector.onStop((frames) => traced.onStop(frames));
  if (plan.place) disableOptimization();
  inspector.call("Debugger.enable");
}

function breakpointsFor(plan: DriverPlan, tools: TracingTools): BreakpointsIn {
  if (plan.moments) return momentBreakpoints(plan.moments, tools);
  return plan.place ? placeBreakpoints(plan.place, tools) : () => [];
}

/** Ends the program if the action throws: an error of the runtime must not become one of the program's. */
function orFail(notes: ProgramNotes, action: () => void): void {
  try {
    action();
  } catch (error) {
    const why = error instanceof ImpossibleChange ? "impossible-change" : "other";
    notes.add({ note: "failed", why, reason: (error as Error).message });
    process.kill(process.pid, "SIGKILL");
  }
}

/** Variables of optimized frames cannot be set, and some do not exist at all. */
function disableOptimization(): void {
  if (isSetByUser()) return;
  setFlagsFromString("--no-opt");
  setFlagsFromString("--no-maglev");
}

/** Maglev stays disabled: there is no telling whether it was enabled. */
function enableOptimization(): void {
  if (!isSetByUser()) setFlagsFromString("--opt");
}

function isSetByUser(): boolean {
  return process.execArgv.some((word) => /^--(no-?opt|jitless)$/.test(word));
}

class TracedProgram {
  readonly urls = new Map<string, string>();
  readonly #plan: DriverPlan;
  readonly #inspector: Inspector;
  readonly #notes: ProgramNotes;
  readonly #breakpointsIn: BreakpointsIn;
  readonly #scripts = new Map<string, Script>();
  readonly #modules: ModuleScope[] = [];
  readonly #addModule: string;
  readonly #output = outputIdentity();

  constructor(plan: DriverPlan, tools: TracingTools) {
    const { inspector, notes } = tools;
    this.#plan = plan;
    this.#inspector = inspector;
    this.#notes = notes;
    this.#breakpointsIn = breakpointsFor(plan, tools);
    this.#addModule = inspector.expose("addModule", (id: string, variables: Record<string, unknown>) => {
      const { file, outline } = this.#scripts.get(id)!;
      this.#modules.push({ file, names: outline.sharedNames, variables });
      return false;
    });
  }

  get hasOwnScripts(): boolean {
    return this.#scripts.size > 0;
  }

  /** Called before the first statement of a script. */
  addScript(script: Script): void {
    this.#scripts.set(script.id, script);
    const breakpoints = [...this.#moduleBreakpoint(script), ...this.#breakpointsIn(script)];
    for (const { point, condition } of joinedByPoint(breakpoints)) {
      const { lineNumber, columnNumber } = point;
      this.#inspector.setBreakpoint({ scriptId: script.id, lineNumber, columnNumber }, condition);
    }
  }

  onStop(frames: readonly Debugger.CallFrame[]): void {
    // The program may also stop at `debugger` statements of its own.
    if (!this.#plan.place || !this.#notes.isClaimed) return;
    enableOptimization();
    this.#inspector.removeBreakpoints();
    orFail(this.#notes, () => {
      actAtPlace(this.#plan, this.#inspector, {
        frames,
        scripts: this.#scripts,
        modules: this.#modules,
        urls: this.urls,
        output: this.#output,
      });
      if (!this.#plan.stop) return;
      this.#notes.add({ note: "stopped" });
      process.kill(process.pid, "SIGKILL");
    });
  }

  /** Accessors that are created inside a module reach its variables even when none of its frames is on the stack. */
  #moduleBreakpoint(script: Script): Breakpoint[] {
    const { sharedNames, topLevel } = script.outline;
    const point = script.entryPoint(topLevel);
    if (sharedNames.length === 0 || !point || !this.#plan.place) return [];
    const accessors = sharedNames.map((name) => `get ${name}() { return ${name}; }, set ${name}($) { ${name} = $; }`);
    return [{ point, condition: `${this.#addModule}("${script.id}", { ${accessors.join(", ")} })` }];
  }
}
