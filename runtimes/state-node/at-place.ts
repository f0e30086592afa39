import { writeFileSync } from "node:fs";
import type { Debugger } from "node:inspector";
import type { DriverPlan } from "../protocol/state.ts";
import { makeChanges } from "./changes/make-changes.ts";
import { writeMark } from "./inputs/output-mark.ts";
import { UnreadInputs } from "./inputs/unread-inputs.ts";
import type { Inspector } from "./inspector.ts";
import { captureGraph } from "./memory/memory-graph.ts";
import { ObjectReader } from "./memory/object-reader.ts";
import { type ModuleScope, programState } from "./memory/variables.ts";
import type { Script } from "./scripts/script.ts";

interface StoppedProgram {
  readonly frames: readonly Debugger.CallFrame[];
  /** The program's own scripts, by their ids. */
  readonly scripts: ReadonlyMap<string, Script>;
  readonly modules: readonly ModuleScope[];
  /** Of all scripts, by their ids. */
  readonly urls: ReadonlyMap<string, string>;
  /** Of the standard output that the run began with. */
  readonly output: string | undefined;
}

/** A change of the plan cannot be made, and the plan does not ask for a list of such changes. */
export class ImpossibleChange extends Error {}

const defaultMaxValues = 100_000;

/** Does what a plan asks for at its place: captures the memory, then changes it. */
export function actAtPlace(plan: DriverPlan, inspector: Inspector, stopped: StoppedProgram): void {
  const { frames, urls, output } = stopped;
  if (plan.mark !== undefined) writeMark(plan.mark, output);
  const state = programState(inspector, stopped);
  const frameForPrivates = frames.find(({ callFrameId }) => inspector.canReadPrivate(callFrameId));
  const reader = new ObjectReader(inspector, frameForPrivates?.callFrameId, (id) => urls.get(id));
  const { changes = [], chunks = [], maxValues = defaultMaxValues } = plan;
  const needsInputs = plan.capture !== undefined || changes.some(({ at }) => "input" in at.root);
  const inputs = needsInputs ? new UnreadInputs(inspector) : undefined;
  if (plan.capture !== undefined) {
    const limits = { maxValues, chunks };
    const graph = captureGraph(reader, state, { ...limits, maxValues: maxValues - inputs!.count(maxValues) });
    writeFileSync(plan.capture, JSON.stringify(inputs!.addedTo(graph, limits)));
  }
  const refused = [...makeChanges(reader, state.variables, changes), ...(inputs?.makeChanges(changes) ?? [])];
  if (plan.refused !== undefined) writeFileSync(plan.refused, JSON.stringify(refused));
  else if (refused[0]) throw new ImpossibleChange(refused[0].reason);
}
