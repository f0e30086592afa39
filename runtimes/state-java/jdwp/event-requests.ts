import type { Connection } from "./connection.ts";
import { eventKinds, suspendPolicies } from "./events.ts";
import { PacketWriter } from "./packet-writer.ts";
import type { Id, Location } from "./values.ts";

const modifiers = { classExclude: 6, location: 7, step: 10 } as const;
const byInstruction = 0;
const out = 2;

/** Asks for events. */
export class EventRequests {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** When classes are ready, except for those whose names begin with one of these; the thread stands still. */
  async classes(excluded: readonly string[]): Promise<number> {
    const data = new PacketWriter().byte(eventKinds.classPrepare).byte(suspendPolicies.thread).int(excluded.length);
    for (const name of excluded) data.byte(modifiers.classExclude).string(`${name}*`);
    return this.#set(data);
  }

  async breakpoint(location: Location, suspends: number): Promise<number> {
    const data = new PacketWriter().byte(eventKinds.breakpoint).byte(suspends).int(1);
    return this.#set(data.byte(modifiers.location).location(location));
  }

  /** When the innermost call of a thread has returned. */
  async stepOut(thread: Id): Promise<number> {
    const data = new PacketWriter().byte(eventKinds.step).byte(suspendPolicies.thread).int(1);
    return this.#set(data.byte(modifiers.step).id(thread).int(byInstruction).int(out));
  }

  async clearBreakpoint(request: number): Promise<void> {
    await this.#connection.send(15, 2, new PacketWriter().byte(eventKinds.breakpoint).int(request));
  }

  async clearAllBreakpoints(): Promise<void> {
    await this.#connection.send(15, 3);
  }

  async #set(data: PacketWriter): Promise<number> {
    return (await this.#connection.send(15, 1, data)).int();
  }
}
