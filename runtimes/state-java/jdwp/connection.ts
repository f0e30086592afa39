import type { Socket } from "node:net";
import { type EventSet, readEvents } from "./events.ts";
import { PacketReader } from "./packet-reader.ts";
import type { PacketWriter } from "./packet-writer.ts";

/** An error with which the virtual machine answers. */
export class JdwpError extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`error ${code} of the Java debug wire protocol`);
    this.code = code;
  }
}

/** The virtual machine ended while it was asked something. */
export class MachineEnded extends Error {}

export const errors = { opaqueFrame: 32, absentInformation: 101, nativeMethod: 511, machineDead: 112 } as const;

interface Waiting {
  readonly resolve: (reply: PacketReader) => void;
  readonly reject: (error: Error) => void;
}

export const handshake = "JDWP-Handshake";
const headerSize = 11;
const replyFlag = 0x80;
const eventSet = 64;

/** Commands may follow each other without waiting for replies; the virtual machine carries them out in their order. */
export class Connection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  readonly #events: EventSet[] = [];
  #wake: (() => void) | undefined;
  #received: Buffer = Buffer.alloc(0);
  readonly #unwritten: Buffer[] = [];
  #lastId = 0;
  #isClosed = false;

  /** After the handshake; `first` is what came with it. */
  constructor(socket: Socket, first: Buffer) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (bytes) => this.#receive(bytes));
    socket.on("error", () => {});
    socket.on("close", () => this.#close());
    this.#receive(first);
  }

  send(commandSet: number, command: number, data?: PacketWriter): Promise<PacketReader> {
    if (this.#isClosed) return Promise.reject(new MachineEnded("the Java program ended"));
    const id = ++this.#lastId;
    const body = data?.bytes() ?? Buffer.alloc(0);
    const packet = Buffer.alloc(headerSize + body.length);
    packet.writeUInt32BE(packet.length, 0);
    packet.writeUInt32BE(id, 4);
    packet.writeUInt8(commandSet, 9);
    packet.writeUInt8(command, 10);
    body.copy(packet, headerSize);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#write(packet);
    });
  }

  /** Packets that are sent at the same time are written together. */
  #write(packet: Buffer): void {
    if (this.#unwritten.push(packet) > 1) return;
    process.nextTick(() => this.#socket.write(Buffer.concat(this.#unwritten.splice(0))));
  }

  /** What happens next; undefined: the program has ended. */
  async nextEvents(): Promise<EventSet | undefined> {
    while (this.#events.length === 0) {
      if (this.#isClosed) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#events.shift();
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    let at = 0;
    while (this.#received.length - at >= headerSize) {
      const length = this.#received.readUInt32BE(at);
      if (this.#received.length - at < length) break;
      this.#accept(this.#received.subarray(at, at + length));
      at += length;
    }
    this.#received = this.#received.subarray(at);
  }

  #accept(packet: Buffer): void {
    const body = new PacketReader(packet.subarray(headerSize));
    if (packet.readUInt8(8) === replyFlag) this.#answer(packet.readUInt32BE(4), packet.readUInt16BE(9), body);
    else if (packet.readUInt8(9) === eventSet) {
      this.#events.push(readEvents(body));
      this.#wake?.();
    }
  }

  #answer(id: number, error: number, body: PacketReader): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === 0) waiting?.resolve(body);
    else if (error === errors.machineDead) waiting?.reject(new MachineEnded("the Java program ended"));
    else waiting?.reject(new JdwpError(error));
  }

  #close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.values()) reject(new MachineEnded("the Java program ended"));
    this.#waiting.clear();
    this.#wake?.();
  }
}
