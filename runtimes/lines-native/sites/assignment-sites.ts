import { withByte } from "../program/encoding.ts";
import type { Clause } from "../source/clauses.ts";
import { type FunctionContext, type MachineChange, nothing, replaceOne, type SiteDraft } from "./machine-site.ts";
import { isAssignment, isOnlyStore, isStore } from "./skip-sites.ts";
import { variableAt } from "./variable-sites.ts";

/** `total = x` as `total += x`, and the other way round. */
export function assignmentSites(context: FunctionContext): SiteDraft[] {
  return context.instructions.flatMap((instruction, index) =>
    instruction.position && instruction.encoding ? assignmentSite(index, context) : [],
  );
}

function assignmentSite(index: number, context: FunctionContext): SiteDraft[] {
  const instruction = context.instructions[index]!;
  const { position } = instruction;
  const source = context.sourceOf(position!.file);
  const at = source.tokenAt(position!.line, position!.column);
  const clause = source.clauseAt(position!.line, position!.column);
  if (at === undefined || clause === undefined) return [];
  const written = source.tokens[at]!.text;
  const isSum = written === "+=" || written === "-=";
  const changes = (written === "=" ? sums(index, context) : isSum ? plain(index, context, { at, clause }) : [])
    .filter(({ pieces }) => pieces.length > 0)
    .map(({ operator, pieces }): MachineChange => {
      const text = source.textWith(clause, { first: at, end: at + 1 }, operator);
      return { id: operator, kind: "operator", text, pieces };
    });
  return [{ ...position!, what: "assignment", text: source.text(clause), changes }];
}

type Assignment = { readonly operator: string; readonly pieces: MachineChange["pieces"] };

/** What was assigned is added. */
function sums(index: number, context: FunctionContext): Assignment[] {
  const instruction = context.instructions[index]!;
  if (!isStore(instruction) || !isOnlyStore(instruction, context) || !isAssignment(instruction, context)) return [];
  if (isPointer(index, context)) return [];
  const { bytes, encoding } = instruction;
  const { opcode, opcodeAt } = encoding!;
  const sum = (changed: Buffer): Assignment[] => [{ operator: "+=", pieces: replaceOne(instruction, changed) }];
  // `mov %eax, x`
  if (opcode === 0x88 || opcode === 0x89) return sum(withByte(bytes, opcodeAt, opcode & 1));
  // `mov $5, x`
  if (opcode === 0xc6 || opcode === 0xc7) return sum(withByte(bytes, opcodeAt, 0x80 | (opcode & 1)));
  // `movsd %xmm0, x`: before that, x is added to %xmm0.
  if (opcode !== 0x0f11 || !/^movs[sd]$/.test(instruction.name)) return [];
  const add = withByte(bytes, opcodeAt + 1, 0x58);
  return [{ operator: "+=", pieces: [{ original: [instruction], changed: [add, bytes] }] }];
}

/** A sum of two addresses makes no sense. What is no local variable has an unknown type: then eight bytes may be an address. */
function isPointer(index: number, context: FunctionContext): boolean {
  const { name, operands, bytes, encoding } = context.instructions[index]!;
  const variable = operands.at(-1)!.includes(",") ? undefined : variableAt(context, index);
  if (variable !== undefined) return variable.type.includes("*");
  const isWide = encoding!.opcodeAt > 0 && (bytes[encoding!.opcodeAt - 1]! & 0xf8) === 0x48;
  return isWide && !name.startsWith("movs");
}

/** What was added takes the place of the sum. */
function plain(index: number, context: FunctionContext, { at, clause }: { at: number; clause: Clause }): Assignment[] {
  const instruction = context.instructions[index]!;
  const { bytes, encoding, name, position } = instruction;
  const { opcode, opcodeAt } = encoding!;
  // `add %eax, x`
  if ([0x00, 0x01, 0x28, 0x29].includes(opcode) && isStore(instruction))
    return [{ operator: "=", pieces: replaceOne(instruction, withByte(bytes, opcodeAt, 0x88 | (opcode & 1))) }];
  if (!/^(?:add|sub)s[sd]$/.test(name)) return [];
  const { tokens } = context.sourceOf(position!.file);
  const variable = variableAt(context, index)?.name;
  const isLeft = at - 1 === clause.first && tokens[at - 1]!.text === variable;
  const isRight = at + 2 === clause.end && tokens[at + 1]!.text === variable;
  // `addsd y, %xmm0`: %xmm0 becomes y. Or it is y already, and x is added to it.
  if (isRight && !isLeft)
    return [{ operator: "=", pieces: replaceOne(instruction, withByte(bytes, opcodeAt + 1, 0x10)) }];
  if (!isLeft || isRight || !name.startsWith("add")) return [];
  return [{ operator: "=", pieces: [{ original: [instruction], changed: nothing(bytes.length) }] }];
}
