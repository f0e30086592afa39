/** Reads numbers and texts of debug information one after the other. */
export class ByteReader {
  offset = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  atEnd(): boolean {
    return this.offset >= this.bytes.length;
  }

  u8(): number {
    return this.bytes.readUInt8(this.skip(1));
  }

  s8(): number {
    return this.bytes.readInt8(this.skip(1));
  }

  u16(): number {
    return this.bytes.readUInt16LE(this.skip(2));
  }

  u32(): number {
    return this.bytes.readUInt32LE(this.skip(4));
  }

  u64(): number {
    return Number(this.bytes.readBigUInt64LE(this.skip(8)));
  }

  /** LEB128: seven bits in each byte, the lowest first. */
  unsigned(): number {
    return this.leb128().value;
  }

  signed(): number {
    const { value, bits, last } = this.leb128();
    return (last & 0x40) === 0 ? value : value - 2 ** bits;
  }

  text(): string {
    const start = this.offset;
    this.offset = this.bytes.indexOf(0, start) + 1;
    return this.bytes.toString("utf8", start, this.offset - 1);
  }

  /** The offset as it was before. */
  skip(length: number): number {
    this.offset += length;
    return this.offset - length;
  }

  private leb128(): { value: number; bits: number; last: number } {
    let [value, bits, last] = [0, 0, 0];
    do {
      last = this.u8();
      value += (last & 0x7f) * 2 ** bits;
      bits += 7;
    } while ((last & 0x80) !== 0);
    return { value, bits, last };
  }
}
