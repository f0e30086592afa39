import type { PacketReader } from "./packet-reader.ts";
import type { Id, Location } from "./values.ts";

export const eventKinds = { step: 1, breakpoint: 2, classPrepare: 8, start: 90, death: 99 } as const;
export const suspendPolicies = { none: 0, thread: 1, all: 2 } as const;

/** A breakpoint was reached, or a step is done. */
export interface Arrival {
  readonly kind: "breakpoint" | "step";
  readonly request: number;
  readonly thread: Id;
  readonly location: Location;
}

export interface ClassPrepared {
  readonly kind: "class";
  readonly thread: Id;
  readonly typeTag: number;
  readonly type: Id;
  readonly signature: string;
}

export type JavaEvent = Arrival | ClassPrepared | { readonly kind: "start" | "death" };

/** What happened at the same moment in one thread. */
export interface EventSet {
  /** What stands still now: nothing, the thread, or all threads. */
  readonly suspended: number;
  readonly events: readonly JavaEvent[];
}

export function readEvents(reader: PacketReader): EventSet {
  const suspended = reader.byte();
  return { suspended, events: reader.list(() => readEvent(reader)) };
}

/** Only kinds that were asked for, and the start and the end of the program, come. */
function readEvent(reader: PacketReader): JavaEvent {
  const kind = reader.byte();
  const request = reader.int();
  if (kind === eventKinds.death) return { kind: "death" };
  const thread = reader.id();
  if (kind === eventKinds.start) return { kind: "start" };
  if (kind === eventKinds.classPrepare) {
    const prepared = {
      kind: "class" as const,
      thread,
      typeTag: reader.byte(),
      type: reader.id(),
      signature: reader.string(),
    };
    reader.int();
    return prepared;
  }
  if (kind !== eventKinds.breakpoint && kind !== eventKinds.step) throw new Error(`an unknown event of kind ${kind}`);
  const location = reader.location();
  return { kind: kind === eventKinds.step ? "step" : "breakpoint", request, thread, location };
}
