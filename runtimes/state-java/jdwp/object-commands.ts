import type { Connection } from "./connection.ts";
import { PacketWriter } from "./packet-writer.ts";
import type { Id, JavaValue } from "./values.ts";

/** What a called method returned. */
export interface Returned {
  readonly value: JavaValue;
  /** 0: it threw none. */
  readonly exception: Id;
}

/** A method to call in a thread that stands still. */
export interface Call {
  readonly thread: Id;
  readonly type: Id;
  readonly method: Id;
  readonly arguments: readonly JavaValue[];
}

/** Only the thread that makes a call runs meanwhile. */
const singleThreaded = 1;

/** Questions about objects, and changes to them. */
export class ObjectCommands {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The class of an object. */
  async type(object: Id): Promise<Id> {
    const reply = await this.#connection.send(9, 1, new PacketWriter().id(object));
    reply.byte();
    return reply.id();
  }

  /** The class that an object of type `java.lang.Class` stands for. */
  async reflectedType(classObject: Id): Promise<Id> {
    const reply = await this.#connection.send(17, 1, new PacketWriter().id(classObject));
    reply.byte();
    return reply.id();
  }

  async fieldValues(object: Id, fields: readonly Id[]): Promise<JavaValue[]> {
    const data = new PacketWriter().id(object).int(fields.length);
    for (const field of fields) data.id(field);
    const reply = await this.#connection.send(9, 2, data);
    return reply.list(() => reply.value());
  }

  async setField(object: Id, field: Id, value: JavaValue): Promise<void> {
    await this.#connection.send(9, 3, new PacketWriter().id(object).int(1).id(field).untagged(value));
  }

  /** The objects whose fields or elements refer to an object. */
  async referrers(object: Id, max: number): Promise<JavaValue[]> {
    const reply = await this.#connection.send(9, 10, new PacketWriter().id(object).int(max));
    return reply.list(() => reply.value());
  }

  /** Keeps the garbage collector from a new object that nothing leads to yet. */
  async keep(object: Id): Promise<void> {
    await this.#connection.send(9, 7, new PacketWriter().id(object));
  }

  async text(string: Id): Promise<string> {
    return (await this.#connection.send(10, 1, new PacketWriter().id(string))).string();
  }

  async newText(text: string): Promise<Id> {
    return (await this.#connection.send(1, 11, new PacketWriter().string(text))).id();
  }

  async arrayLength(array: Id): Promise<number> {
    return (await this.#connection.send(13, 1, new PacketWriter().id(array))).int();
  }

  async elements(array: Id, from: number, count: number): Promise<JavaValue[]> {
    if (count === 0) return [];
    const data = new PacketWriter().id(array).int(from).int(count);
    return (await this.#connection.send(13, 2, data)).arrayRegion();
  }

  async setElements(array: Id, from: number, values: readonly JavaValue[]): Promise<void> {
    const data = new PacketWriter().id(array).int(from).int(values.length);
    for (const value of values) data.untagged(value);
    await this.#connection.send(13, 3, data);
  }

  async newArray(arrayType: Id, length: number): Promise<JavaValue> {
    return (await this.#connection.send(4, 1, new PacketWriter().id(arrayType).int(length))).value();
  }

  async callStatic(call: Call): Promise<Returned> {
    const data = new PacketWriter().id(call.type).id(call.thread).id(call.method);
    return this.#call(3, 3, data, call);
  }

  async callOn(object: Id, call: Call): Promise<Returned> {
    const data = new PacketWriter().id(object).id(call.thread).id(call.type).id(call.method);
    return this.#call(9, 6, data, call);
  }

  /** `method` is a constructor. */
  async newInstance(call: Call): Promise<Returned> {
    return this.#call(3, 4, new PacketWriter().id(call.type).id(call.thread).id(call.method), call);
  }

  async #call(commandSet: number, command: number, data: PacketWriter, call: Call): Promise<Returned> {
    data.int(call.arguments.length);
    for (const each of call.arguments) data.value(each);
    const reply = await this.#connection.send(commandSet, command, data.int(singleThreaded));
    const value = reply.value();
    reply.byte();
    return { value, exception: reply.id() };
  }
}
