/** Does in the program's own process what a plan asks for. */
import { writeFileSync } from "node:fs";
import type { Debugger } from "node:inspector";
import { setFlagsFromString } from "node:v8";
import type { DriverPlan } from "../protocol/state.ts";
import { change } from "./change.ts";
import type { Stop } from "./entries.ts";
import { type ModuleScope, stateOf } from "./frames.ts";
import { Inspector } from "./inspector.ts";
import { Memory } from "./memory.ts";
import { elsewhereBeside, toldBeside } from "./mission.ts";
import { momentsOf } from "./moments.ts";
import { tellOfOthers } from "./others.ts";
import { OwnFiles } from "./own-files.ts";
import { Report } from "./records.ts";
import { Script, sourcesIn } from "./script.ts";
import { type StopsIn, stopsAtPlace, type Tools } from "./stops.ts";
import { walk } from "./walk.ts";

/** `isOurs` is called when the first of the program's own scripts is about to run. */
export function install(plan: DriverPlan, planPath: string, isOurs: () => void): void {
  const inspector = new Inspector();
  const report = new Report(toldBeside(planPath));
  const own = new OwnFiles(plan.root ?? process.cwd());
  const debuggee = new Debuggee(plan, inspector, report);
  const stopsIn = stopsFor(plan, { inspector, report, own, planPath });
  inspector.onScript((parsed) => {
    // Every condition that is evaluated is a script, without a name.
    if (parsed.url === "") return;
    debuggee.urls.set(parsed.scriptId, parsed.url);
    const path = own.pathOf(parsed.url) ?? own.adopt(parsed.url, (file) => sourcesIn(parsed, file));
    if (path === undefined) return;
    if (debuggee.isUntouched) {
      isOurs();
      tellOfOthers(elsewhereBeside(planPath));
    }
    orGiveUp(report, () => debuggee.prepare(new Script(inspector, parsed, { path, own }), stopsIn));
  });
  inspector.onStop((frames) => debuggee.stopped(frames));
  if (plan.place) optimise(false);
  inspector.ask("Debugger.enable");
}

function stopsFor(plan: DriverPlan, tools: Tools): StopsIn {
  if (plan.moments) return momentsOf(plan.moments, tools);
  return plan.place ? stopsAtPlace(plan.place, tools) : () => [];
}

/** An error here must not become one of the program. */
function orGiveUp(report: Report, what: () => void): void {
  try {
    what();
  } catch (error) {
    report.tell({ what: "impossible", why: (error as Error).message });
    process.kill(process.pid, "SIGKILL");
  }
}

/** Variables of optimised frames cannot be set, and some are not there at all. */
function optimise(on: boolean): void {
  if (process.execArgv.some((word) => /^--(no-?opt|jitless)$/.test(word))) return;
  setFlagsFromString(on ? "--opt" : "--no-opt");
  // It stays off: whether it was on cannot be asked.
  if (!on) setFlagsFromString("--no-maglev");
}

class Debuggee {
  readonly urls = new Map<string, string>();
  readonly #plan: DriverPlan;
  readonly #inspector: Inspector;
  readonly #report: Report;
  readonly #scripts = new Map<string, Script>();
  readonly #modules: ModuleScope[] = [];
  readonly #moduleHook: string;

  constructor(plan: DriverPlan, inspector: Inspector, report: Report) {
    this.#plan = plan;
    this.#inspector = inspector;
    this.#report = report;
    this.#moduleHook = inspector.hook("module", (id: string, variables: Record<string, unknown>) => {
      const { file, outline } = this.#scripts.get(id)!;
      this.#modules.push({ file, names: outline.shared, variables });
      return false;
    });
  }

  /** No script of the program's own was run yet. */
  get isUntouched(): boolean {
    return this.#scripts.size === 0;
  }

  /** Called before the first statement of a script. */
  prepare(script: Script, stopsIn: StopsIn): void {
    this.#scripts.set(script.id, script);
    const stops = [...this.#moduleStop(script), ...stopsIn(script)];
    for (const { point, condition } of oneAtEachPoint(stops)) {
      const { lineNumber, columnNumber } = point;
      this.#inspector.stopAt({ scriptId: script.id, lineNumber, columnNumber }, condition);
    }
  }

  stopped(frames: readonly Debugger.CallFrame[]): void {
    // A `debugger` statement of the program is no place of ours.
    if (!this.#plan.place || !this.#report.claimed) return;
    optimise(true);
    this.#inspector.ignoreStops();
    orGiveUp(this.#report, () => this.#lookAndChange(frames));
  }

  #lookAndChange(frames: readonly Debugger.CallFrame[]): void {
    const { capture, changes, stop, maxValues } = this.#plan;
    const state = stateOf(this.#inspector, frames, { scripts: this.#scripts, modules: this.#modules });
    const open = frames.find(({ callFrameId }) => this.#inspector.canReadPrivate(callFrameId));
    const memory = new Memory(this.#inspector, open?.callFrameId, (id) => this.urls.get(id));
    if (capture !== undefined) writeFileSync(capture, JSON.stringify(walk(memory, state, maxValues)));
    if (changes) change(memory, state.variables, changes);
    if (!stop) return;
    this.#report.tell({ what: "stopped" });
    process.kill(process.pid, "SIGKILL");
  }

  /** Functions made in a module's scope reach its variables when none of its frames is on the stack any more. */
  #moduleStop(script: Script): Stop[] {
    const { shared, whole } = script.outline;
    const point = script.entryOf(whole);
    if (shared.length === 0 || !point || !this.#plan.place) return [];
    const accessors = shared.map((name) => `get ${name}() { return ${name}; }, set ${name}($) { ${name} = $; }`);
    return [{ point, condition: `${this.#moduleHook}("${script.id}", { ${accessors.join(", ")} })` }];
  }
}

/** All conditions of a point are asked: each may count something. */
function oneAtEachPoint(stops: readonly Stop[]): Stop[] {
  const joined = new Map<string, Stop>();
  for (const stop of stops) {
    const key = `${stop.point.lineNumber}:${stop.point.columnNumber}`;
    const before = joined.get(key);
    joined.set(key, before ? { ...stop, condition: `(${before.condition}) | (${stop.condition})` } : stop);
  }
  return [...joined.values()];
}
