import { type Connection, errors, JdwpError } from "./connection.ts";
import type { PacketReader } from "./packet-reader.ts";
import { PacketWriter } from "./packet-writer.ts";
import type { Id, JavaValue } from "./values.ts";

export interface LoadedClass {
  readonly typeTag: number;
  readonly type: Id;
  readonly signature: string;
  /** A bit 4 means that it is initialized. */
  readonly status: number;
}

export interface Field {
  readonly id: Id;
  readonly name: string;
  readonly signature: string;
  readonly modifiers: number;
}

export type Method = Field;

export interface LineTable {
  readonly lines: readonly { readonly index: number; readonly line: number }[];
}

/** A variable in a part of a method. */
export interface VariableSlot {
  readonly index: number;
  readonly length: number;
  readonly name: string;
  readonly signature: string;
  readonly slot: number;
}

export const isInitialized = ({ status }: Pick<LoadedClass, "status">) => (status & 4) !== 0;

const referenceType = 2;
const classType = 3;
const methodType = 6;

/** Questions about classes and their methods. */
export class ClassCommands {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async all(): Promise<LoadedClass[]> {
    const reply = await this.#connection.send(1, 3);
    return reply.list(() => ({
      typeTag: reply.byte(),
      type: reply.id(),
      signature: reply.string(),
      status: reply.int(),
    }));
  }

  async named(signature: string): Promise<LoadedClass[]> {
    const reply = await this.#connection.send(1, 2, new PacketWriter().string(signature));
    return reply.list(() => ({ typeTag: reply.byte(), type: reply.id(), status: reply.int(), signature }));
  }

  /** Names of jar files and folders, separated as in `-cp`, and the folder that they are relative to. */
  async paths(): Promise<{ readonly base: string; readonly paths: readonly string[] }> {
    const reply = await this.#connection.send(1, 13);
    return { base: reply.string(), paths: reply.list(() => reply.string()) };
  }

  async signature(type: Id): Promise<string> {
    return (await this.#ask(referenceType, 1, type)).string();
  }

  async modifiers(type: Id): Promise<number> {
    return (await this.#ask(referenceType, 3, type)).int();
  }

  async fields(type: Id): Promise<Field[]> {
    return readMembers(await this.#ask(referenceType, 4, type));
  }

  async methods(type: Id): Promise<Method[]> {
    return readMembers(await this.#ask(referenceType, 5, type));
  }

  async staticValues(type: Id, fields: readonly Id[]): Promise<JavaValue[]> {
    const data = new PacketWriter().id(type).int(fields.length);
    for (const field of fields) data.id(field);
    const reply = await this.#connection.send(referenceType, 6, data);
    return reply.list(() => reply.value());
  }

  async setStatic(type: Id, field: Id, value: JavaValue): Promise<void> {
    await this.#connection.send(classType, 2, new PacketWriter().id(type).int(1).id(field).untagged(value));
  }

  /** Undefined: it was compiled without. */
  async sourceFile(type: Id): Promise<string | undefined> {
    return ifPresent(async () => (await this.#ask(referenceType, 7, type)).string());
  }

  async status(type: Id): Promise<number> {
    return (await this.#ask(referenceType, 9, type)).int();
  }

  async interfaces(type: Id): Promise<Id[]> {
    const reply = await this.#ask(referenceType, 10, type);
    return reply.list(() => reply.id());
  }

  /** The object of type `java.lang.Class`. */
  async classObject(type: Id): Promise<Id> {
    return (await this.#ask(referenceType, 11, type)).id();
  }

  /** 0: it has none. */
  async superclass(type: Id): Promise<Id> {
    return (await this.#ask(classType, 1, type)).id();
  }

  /** Undefined: it has no code, or was compiled without line numbers. */
  async lineTable(type: Id, method: Id): Promise<LineTable | undefined> {
    return ifPresent(async () => {
      const reply = await this.#ask(methodType, 1, type, method);
      reply.index();
      reply.index();
      return { lines: reply.list(() => ({ index: reply.index(), line: reply.int() })) };
    });
  }

  /** Undefined: it was compiled without. */
  async variableTable(type: Id, method: Id): Promise<VariableSlot[] | undefined> {
    return ifPresent(async () => {
      const reply = await this.#ask(methodType, 2, type, method);
      reply.int();
      return reply.list(() => ({
        index: reply.index(),
        name: reply.string(),
        signature: reply.string(),
        length: reply.int(),
        slot: reply.int(),
      }));
    });
  }

  async bytecodes(type: Id, method: Id): Promise<Buffer> {
    const reply = await this.#ask(methodType, 3, type, method);
    return reply.bytes(reply.int());
  }

  #ask(commandSet: number, command: number, ...ids: readonly Id[]): Promise<PacketReader> {
    const data = new PacketWriter();
    for (const id of ids) data.id(id);
    return this.#connection.send(commandSet, command, data);
  }
}

function readMembers(reply: PacketReader): Field[] {
  return reply.list(() => ({
    id: reply.id(),
    name: reply.string(),
    signature: reply.string(),
    modifiers: reply.int(),
  }));
}

async function ifPresent<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const isAbsent =
      error instanceof JdwpError && (error.code === errors.absentInformation || error.code === errors.nativeMethod);
    if (isAbsent) return undefined;
    throw error;
  }
}
