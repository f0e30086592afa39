import { type Id, isReference, type JavaValue, type Location } from "./values.ts";

/** Writes the data of a command: numbers are big-endian. */
export class PacketWriter {
  readonly #pieces: Buffer[] = [];

  byte(value: number): this {
    return this.#add(Buffer.from([value & 0xff]));
  }

  boolean(value: boolean): this {
    return this.byte(value ? 1 : 0);
  }

  int(value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return this.#add(bytes);
  }

  id(value: Id): this {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt.asUintN(64, value));
    return this.#add(bytes);
  }

  string(text: string): this {
    const bytes = Buffer.from(text);
    return this.int(bytes.length).#add(bytes);
  }

  location({ typeTag, type, method, index }: Location): this {
    return this.byte(typeTag).id(type).id(method).id(BigInt(index));
  }

  value(value: JavaValue): this {
    return this.byte(value.tag.charCodeAt(0)).untagged(value);
  }

  /** Where the virtual machine knows the type. */
  untagged(javaValue: JavaValue): this {
    const { tag, value } = javaValue;
    if (isReference(javaValue) || tag === "J") return this.id(value as bigint);
    if (tag === "Z") return this.boolean(value as boolean);
    const bytes = Buffer.alloc(sizes[tag] ?? 0);
    const number = Number(value);
    if (tag === "B") bytes.writeInt8(number);
    else if (tag === "C") bytes.writeUInt16BE(number);
    else if (tag === "S") bytes.writeInt16BE(number);
    else if (tag === "I") bytes.writeInt32BE(number);
    else if (tag === "F") bytes.writeFloatBE(number);
    else if (tag === "D") bytes.writeDoubleBE(number);
    return this.#add(bytes);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  #add(bytes: Buffer): this {
    this.#pieces.push(bytes);
    return this;
  }
}

const sizes: Readonly<Record<string, number>> = { B: 1, C: 2, S: 2, I: 4, F: 4, D: 8 };
