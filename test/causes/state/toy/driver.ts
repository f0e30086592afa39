import { writeFileSync } from "node:fs";
import type { DriverPlan, Moment, PlanAnswer, RefusedChange, StopPlace } from "../../../../runtimes/protocol/state.ts";
import { ToyMachine, type ToyProgram, type ToyStop } from "./machine.ts";
import { applyChanges, graphOf } from "./memory.ts";

/** How a run under a plan ended. */
export interface ToyRun {
  readonly output: string;
  readonly exit: number;
  /** It took too many steps. */
  readonly hangs: boolean;
}

const maxSteps = 10_000;
const notCarriedOut = 125;

/** Runs a program by a plan, as drivers do it, but in this process. */
export function drive(program: ToyProgram, plan: DriverPlan, file: string): ToyRun {
  const machine = new ToyMachine();
  const follower = new MomentFollower(plan, file);
  const hits = new Map<string, number>();
  const run = program(machine, plan.command.slice(2));
  let steps = 0;
  for (let step = run.next(); !step.done; step = run.next()) {
    const place = placeOf(step.value, file);
    const hit = (hits.get(place) ?? 0) + 1;
    hits.set(place, hit);
    if (++steps > maxSteps) {
      follower.write();
      return { output: machine.output, exit: 0, hangs: true };
    }
    follower.follow(machine, step.value, hit);
    if (!plan.place || place !== placeKey(plan.place, file) || hit !== plan.place.hit) continue;
    if (plan.capture !== undefined) writeFileSync(plan.capture, JSON.stringify(graphOf(machine, file, plan)));
    const refused = refusedChanges(plan);
    if (plan.refused !== undefined) writeFileSync(plan.refused, JSON.stringify(refused));
    else if (refused[0]) {
      answer(plan, { failed: true, why: "impossible-change", reason: refused[0].reason });
      return { output: machine.output, exit: notCarriedOut, hangs: false };
    }
    applyChanges(
      machine,
      (plan.changes ?? []).filter((_, i) => !refused.some(({ change }) => change === i)),
    );
    if (plan.mark !== undefined) machine.output += `${plan.mark}0;`;
    answer(plan, { reached: true });
    if (plan.stop) return { output: machine.output, exit: 0, hangs: false };
    plan = { ...plan, place: undefined as never };
  }
  follower.write();
  if (plan.place) {
    const count = hits.get(placeKey(plan.place, file)) ?? 0;
    answer(plan, count > 0 ? { missed: "too-few-hits", hits: count } : { missed: "unreached" });
    return { output: machine.output, exit: notCarriedOut, hangs: false };
  }
  return { output: machine.output, exit: machine.status, hangs: false };
}

/** As with some debuggers, it shows only when it is tried that a variable cannot be changed. */
function refusedChanges({ changes = [] }: DriverPlan): RefusedChange[] {
  return changes.flatMap(({ at }, change) =>
    at.root.name === "frozen" ? [{ change, reason: "frozen cannot be changed" }] : [],
  );
}

function answer({ answer: path }: DriverPlan, value: PlanAnswer): void {
  if (path !== undefined) writeFileSync(path, JSON.stringify(value));
}

function placeOf(stop: ToyStop, file: string): string {
  return "function" in stop ? stop.function : `${file}:${stop.line}`;
}

function placeKey({ function: name, line }: StopPlace, file: string): string {
  return name ?? `${file}:${line}`;
}

/** Writes down the moments of one call: its own lines, and what it calls. */
class MomentFollower {
  readonly #wanted: DriverPlan["moments"];
  readonly #file: string;
  readonly #moments: Moment[] = [];
  #depth: number | undefined;
  #over = false;

  constructor({ moments }: DriverPlan, file: string) {
    this.#wanted = moments;
    this.#file = file;
  }

  follow({ frames }: ToyMachine, stop: ToyStop, hit: number): void {
    if (!this.#wanted || this.#over) return;
    const { function: name, hit: wantedHit } = this.#wanted;
    if (name === undefined) {
      this.#add(stop, hit, frames.length === 1 || (frames.length === 2 && "function" in stop));
      return;
    }
    if (this.#depth === undefined) {
      if ("function" in stop && stop.function === name && hit === wantedHit) this.#depth = frames.length;
      return;
    }
    const isSibling = frames.length === this.#depth && "function" in stop;
    if (frames.length < this.#depth || isSibling) this.#over = true;
    else this.#add(stop, hit, frames.length === this.#depth + Number("function" in stop));
  }

  #add(stop: ToyStop, hit: number, isOfCall: boolean): void {
    if (isOfCall) this.#moments.push("line" in stop ? { file: this.#file, line: stop.line, hit } : { ...stop, hit });
  }

  write(): void {
    if (this.#wanted) writeFileSync(this.#wanted.capture, JSON.stringify(this.#moments.slice(0, this.#wanted.most)));
  }
}
