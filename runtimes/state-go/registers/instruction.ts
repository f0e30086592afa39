/** x86-64 instructions, as delve writes them: `mov qword ptr [rsp+0x38], rax`. */

export interface Instruction {
  /** `mov`. */
  readonly name: string;
  readonly operands: readonly Operand[];
}

export type Operand = RegisterPart | MemoryCell | { readonly kind: "other"; readonly text: string };

/** The lowest bytes of a register. */
export interface RegisterPart {
  readonly kind: "register";
  /** Of the whole register: `rax` for `al`. */
  readonly register: string;
  readonly size: number;
}

export interface MemoryCell {
  readonly kind: "memory";
  readonly size: number;
  readonly base?: string;
  readonly index?: { readonly register: string; readonly scale: number };
  /** Of a variable of a package. */
  readonly symbol?: string;
  readonly offset: number;
}

const sizes: Readonly<Record<string, number>> = { byte: 1, word: 2, dword: 4, qword: 8, xmmword: 16 };
const partNames = registerParts();

export function parseInstruction(text: string): Instruction {
  const [, name = "", rest = ""] = /^(\S+)\s*(.*)$/.exec(text) ?? [];
  return { name, operands: rest === "" ? [] : rest.split(", ").map(parseOperand) };
}

/** It writes to none of its operands. */
export function onlyReads(name: string): boolean {
  return /^(?:cmp|test|u?comis[sd]|push|j\w+|nop|data16|bt|prefetch\w*|ret)$/.test(name);
}

export function changesFlags(name: string): boolean {
  if (/^u?comis[sd]$/.test(name)) return true;
  const isFloat = /(?:sd|ss|ps|pd)$/.test(name);
  return !isFloat && !/^(?:mov\w*|lea|set\w+|j\w+|nop|data16|push|pop|cmov\w+|not|xchg|cvt\w+|pxor)$/.test(name);
}

function parseOperand(text: string): Operand {
  const part = partNames.get(text);
  if (part) return part;
  const memory = /^(?:(\w+) )?ptr \[(.+)\]$/.exec(text);
  if (!memory) return { kind: "other", text };
  return { kind: "memory", size: sizes[memory[1] ?? ""] ?? 0, ...parseAddress(memory[2]!) };
}

function parseAddress(text: string): Pick<MemoryCell, "base" | "index" | "symbol" | "offset"> {
  const ofRegisters =
    /^(?!rip)(?:(r\w{1,2})(?=$|[+-]))?\+?(?:(?:([1248])\*)?(r\w{1,2}))?(?:([+-])0x([0-9a-f]+))?$/.exec(text);
  if (ofRegisters) {
    const [, base, scale = "1", index, sign, offset = "0"] = ofRegisters;
    const distance = Number.parseInt(offset, 16) * (sign === "-" ? -1 : 1);
    const ofIndex = index ? { index: { register: index, scale: Number(scale) } } : {};
    return { ...(base === undefined ? {} : { base }), ...ofIndex, offset: distance };
  }
  const [, symbol = text, offset = "0"] = /^(.+)\+(\d+)$/.exec(text) ?? [];
  return { symbol, offset: Number(offset) };
}

/** `al`, `ax`, `eax` and `rax` are `rax`. */
function registerParts(): ReadonlyMap<string, RegisterPart> {
  const parts = new Map<string, RegisterPart>();
  const add = (name: string, register: string, size: number) => parts.set(name, { kind: "register", register, size });
  for (const letter of ["a", "b", "c", "d"]) {
    add(`${letter}l`, `r${letter}x`, 1);
    add(`${letter}x`, `r${letter}x`, 2);
    add(`e${letter}x`, `r${letter}x`, 4);
    add(`r${letter}x`, `r${letter}x`, 8);
  }
  for (const name of ["si", "di", "bp", "sp"]) {
    add(`${name}l`, `r${name}`, 1);
    add(name, `r${name}`, 2);
    add(`e${name}`, `r${name}`, 4);
    add(`r${name}`, `r${name}`, 8);
  }
  for (let i = 8; i < 16; i++) {
    for (const suffix of ["b", "l"]) add(`r${i}${suffix}`, `r${i}`, 1);
    add(`r${i}w`, `r${i}`, 2);
    add(`r${i}d`, `r${i}`, 4);
    add(`r${i}`, `r${i}`, 8);
  }
  for (let i = 0; i < 16; i++) add(`xmm${i}`, `xmm${i}`, 16);
  return parts;
}
