import { ImpossibleChange, PlanFailure } from "../../shared/plan-errors.ts";
import { isInMemory, type Variable } from "../delve/api.ts";
import { DelveError } from "../delve/connection.ts";
import type { Delve } from "../delve/delve.ts";
import { valueAlone, withinValue } from "../memory/load-config.ts";
import { packageVariableRef } from "../memory/snapshot.ts";
import { flagsWith, isTrue } from "./conditions.ts";
import { Registers } from "./registers.ts";
import { sizeOf } from "./sizes.ts";
import { type Holder, type StandIn, type StoredCell, standIns } from "./stand-ins.ts";

/** Bytes of the program's memory. */
export interface MemoryRange {
  readonly address: number;
  readonly size: number;
}

/** A register that stands in for memory, which holds the same value as long as nothing is changed. */
interface SecondCopy extends Pick<StandIn, "register" | "condition"> {
  readonly cells: readonly CopiedCell[];
  readonly value: bigint;
}

interface CopiedCell extends MemoryRange {
  /** Otherwise it may be a value that the compiler has put aside. */
  readonly isVariable: boolean;
}

/**
 * The registers from which the code at the place reads variables that were stored just before. Where such a variable is changed, its
 * register has to change too.
 */
export class SecondCopies {
  readonly #registers: Registers;
  readonly #copies: readonly SecondCopy[];
  readonly #stack: bigint;

  private constructor(registers: Registers, stack: bigint, copies: readonly SecondCopy[]) {
    this.#registers = registers;
    this.#stack = stack;
    this.#copies = copies;
  }

  static async find(delve: Delve, pc: number): Promise<SecondCopies> {
    const registers = new Registers(delve);
    const code = (await delve.instructions(pc)).map(({ Loc, Text }) => ({ address: Loc.pc, text: Text }));
    const found = standIns(code, pc);
    const locals = found.length > 0 ? await variableRanges(delve) : [];
    const finder = new CopyFinder(delve, registers, locals);
    const copies: SecondCopy[] = [];
    for (const each of found) copies.push(...(await finder.find(each)));
    return new SecondCopies(registers, await registers.read("rsp"), copies);
  }

  /** Throws if not all variables would be changed for which a register stands in: it can be used for each of them. */
  check(changed: MemoryRange, all: readonly MemoryRange[]): void {
    for (const { cells } of this.#copies)
      if (isTouched(cells, changed) && cells.some((each) => each.isVariable && !isTouched(all, each)))
        throw new ImpossibleChange("its value is in a register that another variable uses too");
  }

  /** Sets the registers to what the variables are now. */
  async update(): Promise<void> {
    if ((await this.#registers.read("rsp")) !== this.#stack)
      throw new PlanFailure("other", "the stack of the goroutine moved while its values were changed");
    for (const copy of this.#copies) await this.#update(copy);
  }

  async #update({ register, condition, cells, value: before }: SecondCopy): Promise<void> {
    const read = async (cell: CopiedCell) => ({
      ...cell,
      value: low(await this.#registers.readWord(cell.address), cell.size),
    });
    const now = await Promise.all(cells.map(read));
    const changed = now.filter(({ size, value }) => value !== low(before, size)).toSorted((a, b) => b.size - a.size);
    const [widest] = changed;
    if (!widest) return;
    const others = now.filter((each) => each.isVariable || changed.includes(each));
    if (others.some(({ size, value }) => value !== low(widest.value, size)))
      throw new ImpossibleChange("two variables whose values are in one register cannot become different");
    const flags = condition === undefined ? undefined : await this.#registers.read(register);
    const value = flags === undefined ? widest.value : flagsWith(condition!, flags, widest.value !== 0n);
    await this.#registers.set(register, value);
  }
}

/** Finds out in the stopped program what a register stands in for. */
class CopyFinder {
  readonly #delve: Delve;
  readonly #registers: Registers;
  readonly #locals: readonly MemoryRange[];

  constructor(delve: Delve, registers: Registers, locals: readonly MemoryRange[]) {
    this.#delve = delve;
    this.#registers = registers;
    this.#locals = locals;
  }

  async find({ register, condition, cells }: StandIn): Promise<SecondCopy[]> {
    const held = await this.#registers.read(register);
    const value = condition === undefined ? held : BigInt(isTrue(condition, held));
    const found: CopiedCell[] = [];
    for (const cell of cells) {
      const address = await readable(this.#addressOf(cell));
      if (address === undefined) continue;
      const range = { address, size: cell.size };
      const stored = await readable(this.#registers.readWord(address));
      if (stored !== undefined && low(stored, cell.size) === low(value, cell.size))
        found.push({ ...range, isVariable: !isOnStack(cell) || isTouched(this.#locals, range) });
    }
    return found.length > 0
      ? [{ register, cells: found, value, ...(condition === undefined ? {} : { condition }) }]
      : [];
  }

  /** Undefined: no register and no variable has it any more. */
  async #addressOf({ symbol, base = [], index, offset }: StoredCell): Promise<number | undefined> {
    const start = symbol === undefined ? await this.#held(base[0]) : await this.#addressOfVariable(symbol);
    const number = index ? await this.#held(index.holders[0]) : 0;
    return start === undefined || number === undefined ? undefined : start + number * (index?.scale ?? 1) + offset;
  }

  async #held(holder: Holder | undefined): Promise<number | undefined> {
    if (holder === undefined) return undefined;
    if ("register" in holder) return Number(await this.#registers.read(holder.register));
    return Number(await this.#registers.readWord(Number(await this.#registers.read("rsp")) + holder.stack));
  }

  async #addressOfVariable(name: string): Promise<number | undefined> {
    const ref = packageVariableRef(name);
    if (!ref) return undefined;
    return (await this.#delve.evaluate(`${JSON.stringify(ref.global)}.${ref.name}`, valueAlone)).addr;
  }
}

/** Undefined: there is nothing at the address, or no such variable. */
async function readable<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DelveError) return undefined;
    throw error;
  }
}

/** Where the variables of the innermost frame are. */
async function variableRanges(delve: Delve): Promise<MemoryRange[]> {
  return (await delve.frameVariables(0, withinValue)).filter(isInMemory).map(rangeOf);
}

export function rangeOf(variable: Variable): MemoryRange {
  return { address: variable.addr, size: sizeOf(variable) };
}

function isOnStack({ base = [] }: StoredCell): boolean {
  return base.some((each) => "register" in each && each.register === "rsp");
}

function isTouched(ranges: readonly MemoryRange[], by: MemoryRange): boolean {
  return ranges.some((each) => overlap(each, by));
}

function overlap(a: MemoryRange, b: MemoryRange): boolean {
  return a.address < b.address + b.size && b.address < a.address + a.size;
}

function low(value: bigint, size: number): bigint {
  return BigInt.asUintN(size * 8, value);
}
