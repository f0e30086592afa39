import type { DriverPlan, GraphRoot, MemoryGraph } from "../../protocol/state.ts";
import type { Machine } from "../jdwp/machine.ts";
import type { Id, JavaValue } from "../jdwp/values.ts";
import { className } from "../program/names.ts";
import type { OwnClasses } from "../program/own-classes.ts";
import { GraphBuilder } from "./graph-builder.ts";
import type { ObjectReader } from "./object-reader.ts";
import type { Slot } from "./slot.ts";
import type { LocalVariable, StoppedThread } from "./stopped-thread.ts";

/** What is needed to read the memory of a program that stands still. */
export interface StoppedProgram {
  readonly machine: Machine;
  readonly own: OwnClasses;
  readonly thread: StoppedThread;
  readonly reader: ObjectReader;
}

/** The memory that the stopped thread and the static fields lead to. */
export interface Snapshot {
  readonly graph: MemoryGraph;
  /** All places that were found to refer to an array. */
  readonly holdersOf: (array: Id) => readonly Slot[];
}

const defaultMaxValues = 100_000;
const enumConstant = 0x4000;
const synthetic = 0x1000;

export async function takeSnapshot(
  program: StoppedProgram,
  { maxValues = defaultMaxValues, stdin }: Pick<DriverPlan, "maxValues" | "stdin">,
): Promise<Snapshot> {
  const builder = new GraphBuilder(program.reader, maxValues);
  const [locals, statics] = [await program.thread.variables(), await staticVariables(program)];
  const roots: GraphRoot[] = [
    ...locals.map((each) => ({
      frame: each.frame,
      name: each.name,
      vertex: builder.add(each.value, localSlot(each)),
    })),
    ...statics.map(({ global, name, value, slot }) => ({ global, name, vertex: builder.add(value, slot) })),
  ];
  await builder.followAll();
  if (stdin !== undefined) roots.push({ input: 0, name: "standard input", vertex: builder.addUnknown("lines") });
  const [stack, thread] = [await program.thread.stack(), await program.thread.name()];
  const { vertices, truncated } = builder;
  const graph = { stack, roots, vertices, truncated, ...(thread === undefined ? {} : { thread }) };
  return { graph, holdersOf: (array) => builder.holdersOf(array) };
}

export function localSlot({ frame, slot, signature }: LocalVariable): Slot {
  return { kind: "local", frame, slot, signature };
}

interface StaticVariable {
  /** The class. */
  readonly global: string;
  readonly name: string;
  readonly value: JavaValue;
  readonly slot: Slot;
}

/** The static fields of the program's own classes, without what the compiler adds and the constants of enums. */
export async function staticVariables({ machine, own, reader }: StoppedProgram): Promise<StaticVariable[]> {
  const found = await Promise.all(
    own.all.map(async ({ type, signature }): Promise<StaticVariable[]> => {
      const { staticFields } = await reader.classes.of(type);
      const fields = staticFields.filter(
        ({ modifiers }) => modifiers >= 0 && !(modifiers & (enumConstant | synthetic)),
      );
      if (fields.length === 0) return [];
      const values = await machine.classes.staticValues(
        type,
        fields.map(({ id }) => id),
      );
      return fields.map((field, i) => ({
        global: className(signature),
        name: field.name,
        value: values[i]!,
        slot: { kind: "static", type, field: field.id, signature: field.signature },
      }));
    }),
  );
  return found.flat();
}
