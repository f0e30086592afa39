import type { VariableSlot } from "./class-commands.ts";
import type { Connection } from "./connection.ts";
import { PacketWriter } from "./packet-writer.ts";
import { type Id, type JavaValue, type Location, tagOf } from "./values.ts";

export interface Frame {
  /** Valid until the thread runs again. */
  readonly id: Id;
  readonly location: Location;
}

/** Questions about threads that stand still, and changes of their variables. */
export class ThreadCommands {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async name(thread: Id): Promise<string> {
    return (await this.#connection.send(11, 1, new PacketWriter().id(thread))).string();
  }

  async resume(thread: Id): Promise<void> {
    await this.#connection.send(11, 3, new PacketWriter().id(thread));
  }

  /** Innermost first; -1: all of them. */
  async frames(thread: Id, count = -1): Promise<Frame[]> {
    const reply = await this.#connection.send(11, 6, new PacketWriter().id(thread).int(0).int(count));
    return reply.list(() => ({ id: reply.id(), location: reply.location() }));
  }

  async frameCount(thread: Id): Promise<number> {
    return (await this.#connection.send(11, 7, new PacketWriter().id(thread))).int();
  }

  async variables(
    thread: Id,
    frame: Id,
    slots: readonly Pick<VariableSlot, "slot" | "signature">[],
  ): Promise<JavaValue[]> {
    const data = new PacketWriter().id(thread).id(frame).int(slots.length);
    for (const { slot, signature } of slots) data.int(slot).byte(tagOf(signature).charCodeAt(0));
    const reply = await this.#connection.send(16, 1, data);
    return reply.list(() => reply.value());
  }

  async setVariable(thread: Id, frame: Id, slot: number, value: JavaValue): Promise<void> {
    await this.#connection.send(16, 2, new PacketWriter().id(thread).id(frame).int(1).int(slot).value(value));
  }
}
