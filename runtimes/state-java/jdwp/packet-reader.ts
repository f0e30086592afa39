import { type Id, type JavaValue, type Location, nullValue, type Tag } from "./values.ts";

/** Reads the data of a reply or an event. */
export class PacketReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#skip(1));
  }

  boolean(): boolean {
    return this.byte() !== 0;
  }

  int(): number {
    return this.#bytes.readInt32BE(this.#skip(4));
  }

  id(): Id {
    return this.#bytes.readBigUInt64BE(this.#skip(8));
  }

  /** A long that is small enough for a number: the index of an instruction. */
  index(): number {
    return Number(this.#bytes.readBigInt64BE(this.#skip(8)));
  }

  string(): string {
    const length = this.int();
    const start = this.#skip(length);
    return this.#bytes.toString("utf8", start, start + length);
  }

  bytes(length: number): Buffer {
    const start = this.#skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  location(): Location {
    return { typeTag: this.byte(), type: this.id(), method: this.id(), index: this.index() };
  }

  value(): JavaValue {
    return this.untagged(String.fromCharCode(this.byte()));
  }

  untagged(tag: Tag): JavaValue {
    switch (tag) {
      case "Z":
        return { tag, value: this.boolean() };
      case "B":
        return { tag, value: this.#bytes.readInt8(this.#skip(1)) };
      case "C":
        return { tag, value: this.#bytes.readUInt16BE(this.#skip(2)) };
      case "S":
        return { tag, value: this.#bytes.readInt16BE(this.#skip(2)) };
      case "I":
        return { tag, value: this.int() };
      case "J":
        return { tag, value: this.#bytes.readBigInt64BE(this.#skip(8)) };
      case "F":
        return { tag, value: this.#bytes.readFloatBE(this.#skip(4)) };
      case "D":
        return { tag, value: this.#bytes.readDoubleBE(this.#skip(8)) };
      case "V":
        return nullValue;
      default:
        return { tag, value: this.id() };
    }
  }

  /** Elements of an array: plain values follow each other without tags. */
  arrayRegion(): JavaValue[] {
    const tag = String.fromCharCode(this.byte());
    const isPlain = "ZBCSIJFD".includes(tag);
    return this.list(() => (isPlain ? this.untagged(tag) : this.value()));
  }

  /** As many items as a number before them says. */
  list<T>(read: () => T): T[] {
    const count = this.int();
    return Array.from({ length: count }, read);
  }

  #skip(length: number): number {
    const at = this.#at;
    this.#at += length;
    return at;
  }
}
