import { endsFlow, jumpTarget } from "../places/line-entries.ts";
import { changesFlags, type Instruction, type Operand, parseInstruction } from "./instruction.ts";

type Use = "read" | "written" | undefined;

/** In which functions get their arguments and give their results; `rdx` is where closures find their variables. */
const handedOver = /^(?:r[abcd]x|rdi|rsi|r8|r9|r10|r11|xmm\d|xmm1[0-4])$/;

/** Whether the program may read a register, or the flags, before it writes to it: from an address on. */
export function isRead(
  code: readonly { readonly address: number; readonly text: string }[],
  from: number,
  register: string,
): boolean {
  const indexOf = new Map(code.map(({ address }, i) => [address, i]));
  const seen = new Set<number>();
  const waiting = [indexOf.get(from) ?? code.length];
  while (waiting.length > 0) {
    const at = waiting.pop()!;
    if (seen.has(at) || at >= code.length) continue;
    seen.add(at);
    const { text } = code[at]!;
    const use = register === "flags" ? useOfFlags(parseInstruction(text)) : useOfRegister(text, register);
    if (use === "read") return true;
    if (use === "written") continue;
    const target = indexOf.get(jumpTarget(text) ?? Number.NaN);
    waiting.push(...(endsFlow(text) ? [] : [at + 1]), ...(target === undefined ? [] : [target]));
  }
  return false;
}

function useOfFlags({ name }: Instruction): Use {
  if (/^(?:j(?!mp$)\w+|set\w+|cmov\w+|adc|sbb)$/.test(name)) return "read";
  return changesFlags(name) ? "written" : undefined;
}

function useOfRegister(text: string, register: string): Use {
  const { name, operands } = parseInstruction(text);
  if (/^(?:call runtime\.(?:gcWriteBarrier|duff)|nop|data16)/.test(text)) return undefined;
  // Only a pointer is checked, not the other register.
  if (/^test byte ptr \[.*\], al$/.test(text)) return mentions(operands[0]!, register) ? "read" : undefined;
  if (name === "call" || name === "ret") return handedOver.test(register) ? "read" : "written";
  // They use these registers without naming them.
  if (/^(?:i?div|i?mul|cqo|cdq|cwd|cdqe|rep\w*|xchg|cmpxchg\w*)$/.test(name) && handedOver.test(register))
    return "read";
  const [to, ...from] = operands;
  const isZeroed = /^(?:xor|xorps|pxor)$/.test(name) && operands.every((each) => isPartOf(each, register));
  if (isZeroed) return "written";
  if (from.some((each) => mentions(each, register))) return "read";
  if (!to || !mentions(to, register)) return undefined;
  return to.kind === "register" && replacesFirst(name, operands) ? "written" : "read";
}

/** All of what the first operand held is gone: without the highest bytes, nobody reads the others. */
function replacesFirst(name: string, [, from]: readonly Operand[]): boolean {
  // Between registers, these two change the lower half only.
  if (/^movs[sd]$/.test(name)) return from?.kind === "memory";
  return /^(?:mov\w*|lea|set\w+|pop)$/.test(name);
}

function mentions(operand: Operand, register: string): boolean {
  if (operand.kind !== "memory") return isPartOf(operand, register);
  return operand.base === register || operand.index?.register === register;
}

function isPartOf(operand: Operand, register: string): boolean {
  return operand.kind === "register" && operand.register === register;
}
