/**
 * Which registers stand in for memory at an instruction. Even without optimizations, the Go compiler uses a value that it has just
 * stored to a variable from the register that it stored, and a comparison from the processor's flags; so the next statement would not
 * see a change of the memory alone. It does so as long as no other function is called. A value that was loaded is no stand-in: the
 * next statement loads it again.
 *
 * The state before an instruction says which value each place holds, where values are named after the instruction that made them.
 * Where two ways meet, only what is the same on both is known.
 */
import { endsFlow, jumpTarget } from "../places/line-entries.ts";
import {
  changesFlags,
  type Instruction,
  type MemoryCell,
  type Operand,
  onlyReads,
  parseInstruction,
} from "./instruction.ts";
import { isRead } from "./liveness.ts";

export interface StandIn {
  /** `rax`, or `flags`. */
  readonly register: string;
  /** What the flags say: `nle` in `setnle`. */
  readonly condition?: string;
  readonly cells: readonly StoredCell[];
}

/** Memory that holds the same value. */
export interface StoredCell {
  readonly size: number;
  readonly symbol?: string;
  readonly offset: number;
  /** Registers and stored cells that hold the address of the memory, and of its index. */
  readonly base?: readonly Holder[];
  readonly index?: { readonly holders: readonly Holder[]; readonly scale: number };
}

/** A register, or the stack at an offset. */
export type Holder = { readonly register: string } | { readonly stack: number };

interface CodeText {
  readonly address: number;
  readonly text: string;
}

interface Held {
  /** Of the value. */
  readonly id: string;
  readonly cell?: MemoryCell;
  /** Of the values that the address of the cell is made of. */
  readonly baseId?: string;
  readonly indexId?: string;
}

/** By register (`rax`), by condition (`flags:nle`), or by what describes a cell. */
type Places = ReadonlyMap<string, Held>;

const stackPointer = "rsp";
const alwaysZero = "xmm15";
const wordSize = 8;
const copies = new Set(["mov", "movzx", "movsd", "movss", "movq", "movd", "movaps", "movups", "movapd", "movupd"]);

export function standIns(code: readonly CodeText[], stop: number): StandIn[] {
  const places = placesAt(code, stop);
  const found = [...places].flatMap(([place, { id, cell }]): StandIn[] => {
    if (cell) return [];
    const [register = "", condition] = place.split(":");
    const cells = [...places.values()].flatMap((held) => (held.cell && held.id === id ? storedCell(places, held) : []));
    return cells.length > 0 ? [{ register, cells, ...(condition === undefined ? {} : { condition }) }] : [];
  });
  return found.filter(({ register }) => isRead(code, stop, register));
}

function storedCell(places: Places, { cell, baseId, indexId }: Held): StoredCell[] {
  const { size, symbol, offset, base, index } = cell!;
  if (symbol !== undefined) return [{ size, symbol, offset }];
  const holders = (id: string | undefined) => [...places].flatMap(([place, held]) => holderOf(place, held, id));
  const ofBase = base === stackPointer ? [{ register: stackPointer }] : holders(baseId);
  return [
    { size, offset, base: ofBase, ...(index ? { index: { holders: holders(indexId), scale: index.scale } } : {}) },
  ];
}

function holderOf(place: string, { id, cell }: Held, wanted: string | undefined): Holder[] {
  if (id !== wanted) return [];
  if (!cell) return place.includes(":") ? [] : [{ register: place }];
  return cell.base === stackPointer && !cell.index && cell.size === wordSize ? [{ stack: cell.offset }] : [];
}

/** What is known before an instruction. */
function placesAt(code: readonly CodeText[], stop: number): Places {
  const indexOf = new Map(code.map(({ address }, i) => [address, i]));
  const instructions = code.map(({ text }) => parseInstruction(text));
  const before: (Places | undefined)[] = [new Map()];
  const waiting = [0];
  while (waiting.length > 0) {
    const at = waiting.pop()!;
    const { address, text } = code[at]!;
    const isAfterBarrier = /^call runtime\.wb/.test(code[at - 1]?.text ?? "");
    const after = new Flow(before[at]!, String(address), isAfterBarrier).after(instructions[at]!, text);
    const target = indexOf.get(jumpTarget(text) ?? Number.NaN);
    for (const next of [...(endsFlow(text) ? [] : [at + 1]), ...(target === undefined ? [] : [target])]) {
      const known = before[next];
      const met = known ? common(known, after) : after;
      if (next >= code.length || met.size === known?.size) continue;
      before[next] = met;
      waiting.push(next);
    }
  }
  return before[indexOf.get(stop) ?? -1] ?? new Map();
}

function common(a: Places, b: Places): Places {
  return new Map([...a].filter(([place, { id }]) => b.get(place)?.id === id));
}

/** What one instruction does to what is known. */
class Flow {
  readonly #places: Map<string, Held>;
  /** Names the values that the instruction makes. */
  readonly #name: string;
  /** It reads back what was saved from registers. */
  readonly #isReload: boolean;

  constructor(before: Places, name: string, isReload: boolean) {
    this.#places = new Map(before);
    this.#name = name;
    this.#isReload = isReload;
  }

  after({ name, operands }: Instruction, text: string): Places {
    const [to, from] = operands;
    if (name === "call") this.#call(text);
    else if (copies.has(name) && to && from) this.#copy(to, from);
    else if (/^set/.test(name) && to) this.#compare(to, name.slice("set".length));
    else {
      if (changesFlags(name)) this.#forgetFlags();
      if (!onlyReads(name) && to) this.#write(to, undefined);
    }
    return this.#places;
  }

  /** All registers are the called function's own, except with a few functions of the runtime. */
  #call(text: string): void {
    const isBarrier = /^call runtime\.(?:gcWriteBarrier|wb)/.test(text);
    const isBlock = /^call runtime\.duff/.test(text);
    const keeps = (place: string, { cell }: Held) => {
      if (/^call runtime\.wb/.test(text)) return cell?.base === stackPointer;
      if (isBarrier) return place !== "r11" && !place.startsWith("flags");
      return isBlock && place !== "rdi" && place !== "rsi" && !/^(?:xmm|flags)/.test(place);
    };
    for (const [place, held] of [...this.#places]) if (!keeps(place, held)) this.#places.delete(place);
  }

  #copy(to: Operand, from: Operand): void {
    this.#write(to, from.kind === "register" ? this.#storedId(to, from.register) : this.#loadedId(from));
  }

  #storedId(to: Operand, from: string): string | undefined {
    const isPlain = from !== alwaysZero && !(to.kind === "memory" && to.size > wordSize);
    return isPlain ? this.#idOf(from) : undefined;
  }

  #loadedId(from: Operand): string | undefined {
    return this.#isReload && from.kind === "memory" ? this.#places.get(this.#key(from).key)?.id : undefined;
  }

  #compare(to: Operand, condition: string): void {
    const id = `${this.#name}:${condition}`;
    this.#write(to, id);
    this.#places.set(`flags:${condition}`, { id });
  }

  #write(to: Operand, id: string | undefined): void {
    if (to.kind === "register") {
      if (id === undefined) this.#places.delete(to.register);
      else this.#places.set(to.register, { id });
    }
    if (to.kind === "memory") this.#store(to, id);
  }

  #store(cell: MemoryCell, id: string | undefined): void {
    if (cell.symbol === undefined && cell.base === undefined) return;
    const { key, ...ids } = this.#key(cell);
    for (const [place, held] of [...this.#places])
      if (held.cell && overlap(held, { cell, ...ids })) this.#places.delete(place);
    if (id !== undefined) this.#places.set(key, { id, cell, ...ids });
  }

  /** What describes a cell, by the values that its address is made of: registers change. */
  #key(cell: MemoryCell): { readonly key: string; readonly baseId?: string; readonly indexId?: string } {
    const { symbol, base, index, offset, size } = cell;
    if (symbol !== undefined || base === undefined) return { key: `[${symbol}+${offset}]${size}` };
    const baseId = base === stackPointer ? base : this.#idOf(base);
    if (!index) return { key: `[${baseId}+${offset}]${size}`, baseId };
    const indexId = this.#idOf(index.register);
    return { key: `[${baseId}+${indexId}*${index.scale}+${offset}]${size}`, baseId, indexId };
  }

  /** A register whose value nobody has named gets a name. */
  #idOf(register: string): string {
    const known = this.#places.get(register)?.id;
    if (known !== undefined) return known;
    const id = `${this.#name}:${register}`;
    if (register !== stackPointer) this.#places.set(register, { id });
    return id;
  }

  #forgetFlags(): void {
    for (const place of [...this.#places.keys()]) if (place.startsWith("flags")) this.#places.delete(place);
  }
}

/** Cells whose addresses cannot be compared do not count: what they hold is looked at when the program is stopped. */
function overlap(a: Omit<Held, "id">, b: Omit<Held, "id">): boolean {
  const [one, other] = [a.cell!, b.cell!];
  const isComparable =
    one.symbol === other.symbol &&
    a.baseId === b.baseId &&
    a.indexId === b.indexId &&
    one.index?.scale === other.index?.scale;
  return isComparable && one.offset < other.offset + other.size && other.offset < one.offset + one.size;
}
