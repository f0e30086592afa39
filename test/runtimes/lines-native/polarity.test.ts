import { expect, test } from "vitest";
import { type ConditionCode, readInstruction } from "../../../runtimes/lines-native/program/instruction.ts";
import { polarityOf } from "../../../runtimes/lines-native/sites/polarity.ts";
import { readSource } from "../../../runtimes/lines-native/source/source-file.ts";

const registers = readInstruction(0, "39d0", "cmp    %edx,%eax");

/** Whether the code holds when the condition does; `constant`: what the instruction compares with. */
function isSame(condition: string, code: ConditionCode, constant?: number, macros: [string, string][] = []) {
  const source = readSource(`if (${condition}) x();`);
  const [leaf] = source.leaves(source.clauseAt(1, 5)!);
  const comparison = {
    index: 0,
    instruction: registers,
    isFloat: false,
    ...(constant === undefined ? {} : { constant }),
  };
  const context = { source, macros: new Map(macros), before: [], locals: new Set(["i", "j"]) };
  return polarityOf(leaf!, code, comparison, context)?.isSame;
}

test("exchanged operands and negations are told apart", () => {
  const codes: ConditionCode[] = ["l", "g", "ge", "le"];
  expect(codes.map((code) => isSame("a < b", code))).toEqual([true, true, false, false]);
  expect(codes.map((code) => isSame("a >= b", code))).toEqual([false, false, true, true]);
});

test("a compiler may move a bound", () => {
  expect([isSame("i < 10", "le", 9), isSame("i < 10", "l", 10), isSame("i < 10", "g", 9)]).toEqual([true, true, false]);
  expect([isSame("10 > i", "le", 9), isSame("i < -3", "ge", -3), isSame("N > i", "g", 5)]).toEqual([
    true,
    false,
    undefined,
  ]);
  expect([isSame("i < N", "g", 5), isSame("i < N", "le", 5), isSame("n < N", "le", 5)]).toEqual([
    false,
    true,
    undefined,
  ]);
  expect([isSame("i < N", "g", 5, [["N", "(6)"]]), isSame("i < 10", "l", 9)]).toEqual([false, undefined]);
  expect([isSame("u > 0", "ne", 0), isSame("u > 0", "e", 0), isSame("x < 0", "s", 0)]).toEqual([true, false, true]);
});

test("equality with a bit may be compiled as the opposite of equality with 0", () => {
  expect([isSame("a == b", "e"), isSame("a == 4", "ne", 4)]).toEqual([true, false]);
  expect([isSame("(x & 4) == 4", "ne", 0), isSame("(x & FLAG) == FLAG", "ne", 0)]).toEqual([true, undefined]);
});

test("a value is true unless it is 0, and a macro may hide anything", () => {
  expect([isSame("p", "ne", 0), isSame("!p", "e", 0), isSame("p", "g", 0)]).toEqual([true, false, undefined]);
  expect([isSame("EMPTY(p)", "e", 0), isSame("BAD", "e", 0, [["BAD", "(p == 0)"]])]).toEqual([undefined, undefined]);
});
