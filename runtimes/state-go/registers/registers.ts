import { PlanFailure } from "../../shared/plan-errors.ts";
import type { Delve } from "../delve/delve.ts";
import { hexadecimal } from "../memory/expressions.ts";
import { valueAlone } from "../memory/load-config.ts";
import { flagsFromRax, isGeneral, jumpBack, moveFromRax, setGeneral } from "./machine-code.ts";

const wordSize = 8;

/** The registers of the stopped goroutine. */
export class Registers {
  readonly #delve: Delve;

  constructor(delve: Delve) {
    this.#delve = delve;
  }

  /** The lowest eight bytes. */
  async read(register: string): Promise<bigint> {
    const name = register === "flags" ? "RFLAGS" : register.toUpperCase();
    return this.#number(register.startsWith("xmm") ? `${name}.uint64[0]` : name);
  }

  async readWord(address: number): Promise<bigint> {
    return this.#number(`*(*uint64)(${hexadecimal(address)})`);
  }

  async set(register: string, value: bigint): Promise<void> {
    if (isGeneral(register)) return this.#run([setGeneral(register, value)]);
    const rax = await this.read("rax");
    const moved = register === "flags" ? flagsFromRax : [moveFromRax(register)];
    await this.#run([setGeneral("rax", register === "flags" ? value << 8n : value), ...moved]);
    await this.#run([setGeneral("rax", rax)]);
  }

  /** delve cannot set registers. So the program runs some instructions in place of its own, and jumps back. */
  async #run(code: readonly (readonly number[])[]): Promise<void> {
    const start = Number(await this.read("rip"));
    const bytes = jumpBack(code.flat());
    const addresses = Array.from({ length: Math.ceil(bytes.length / wordSize) }, (_, i) => start + i * wordSize);
    const own = await Promise.all(addresses.map((address) => this.readWord(address)));
    try {
      for (const [i, address] of addresses.entries()) await this.#writeWord(address, wordWith(bytes, i, own[i]!));
      for (let step = 0; step <= code.length; step++) await this.#delve.stepInstruction();
    } finally {
      for (const [i, address] of addresses.entries()) await this.#writeWord(address, own[i]!);
    }
    if (Number(await this.read("rip")) !== start) throw new PlanFailure("other", "delve could not set a register");
  }

  async #writeWord(address: number, value: bigint): Promise<void> {
    await this.#delve.set(`*(*uint64)(${hexadecimal(address)})`, String(value));
  }

  async #number(expression: string): Promise<bigint> {
    return BigInt((await this.#delve.evaluate(expression, valueAlone)).value);
  }
}

/** A word of the program's code, with those of the bytes that belong into it. */
function wordWith(bytes: readonly number[], index: number, own: bigint): bigint {
  const word = Buffer.alloc(wordSize);
  word.writeBigUInt64LE(own);
  word.set(bytes.slice(index * wordSize, (index + 1) * wordSize));
  return word.readBigUInt64LE();
}
