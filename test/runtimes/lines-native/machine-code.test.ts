import { expect, test } from "vitest";
import { moveCode, placed } from "../../../runtimes/lines-native/moved-code.ts";
import {
  accessSize,
  decode,
  readPart,
  withDisplacement,
  withPart,
} from "../../../runtimes/lines-native/program/encoding.ts";
import { readInstruction, targetOf } from "../../../runtimes/lines-native/program/instruction.ts";

const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");
const numbers = (hex: string) => {
  const encoding = decode(bytes(hex));
  const read = (part: { at: number; size: number } | undefined) => part && readPart(bytes(hex), part);
  return encoding && [read(encoding.displacement), read(encoding.immediate)];
};

test("the numbers in an instruction are found", () => {
  expect(numbers("83 7d f8 03")).toEqual([-8, 3]); // cmpl $3,-8(%rbp)
  expect(numbers("c7 45 fc 00 00 00 00")).toEqual([-4, 0]); // movl $0,-4(%rbp)
  expect(numbers("48 81 bd 30 ff ff ff 00 01 00 00")).toEqual([-208, 256]); // cmpq $256,-208(%rbp)
  expect(numbers("48 8d 14 85 00 00 00 00")).toEqual([0, undefined]); // lea 0(,%rax,4),%rdx
  expect(numbers("c6 44 05 de 61")).toEqual([-34, 97]); // movb $97,-34(%rbp,%rax)
  expect(numbers("48 b8 ff ff ff ff ff ff ff ff")).toEqual([undefined, -1]); // movabs $-1,%rax
  expect(numbers("66 83 7d fe 09")).toEqual([-2, 9]); // cmpw $9,-2(%rbp)
  expect(numbers("f6 45 fc 01")).toEqual([-4, 1]); // testb $1,-4(%rbp)
  expect(numbers("f7 7d fc")).toEqual([-4, undefined]); // idivl -4(%rbp)
  expect(numbers("f2 0f 58 45 f0")).toEqual([-16, undefined]); // addsd -16(%rbp),%xmm0
  expect(numbers("c5 fb 58 c1")).toBeUndefined(); // vaddsd
});

test("a number that does not fit is refused", () => {
  const compare = bytes("83 7d f8 7f");
  const { immediate } = decode(compare)!;
  expect(withPart(compare, immediate!, 128)).toBeUndefined();
  expect(withPart(compare, immediate!, 126)!.toString("hex")).toBe("837df87e");
});

test("an instruction becomes longer where there is no room for a distance", () => {
  const moved = (hex: string, value: number) =>
    withDisplacement(bytes(hex), decode(bytes(hex))!, value)?.toString("hex");
  expect(moved("0fb600", -1)).toBe("0fb680ffffffff"); // movzbl (%rax),%eax
  expect(moved("8b45fc", -8)).toBe("8b45f8"); // mov -4(%rbp),%eax
  expect(moved("8b45fc", -200)).toBe("8b8538ffffff");
  expect(moved("f20f100402", 8)).toBe("f20f10840208000000"); // movsd (%rdx,%rax,1),%xmm0
  expect(moved("c6040061", 1)).toBe("c684000100000061"); // movb $97,(%rax,%rax,1)
  expect(moved("01c2", 1)).toBeUndefined(); // add %eax,%edx
});

test("how much an instruction reads or writes in memory", () => {
  const sizes = ["0fb600", "8b00", "488b00", "668b00", "8800", "f20f1000", "f30f1100", "83380a", "803861", "4863 00"];
  expect(sizes.map((hex) => accessSize(bytes(hex), decode(bytes(hex))!))).toEqual([1, 4, 8, 2, 1, 8, 4, 4, 1, 4]);
  expect(["01c2", "488d00"].map((hex) => accessSize(bytes(hex), decode(bytes(hex))!))).toEqual([undefined, undefined]);
});

test("instructions are read as gdb writes them", () => {
  const jump = readInstruction(0x1000, "7f07", "jg     0x1009 <f(int)+58>");
  expect([jump.name, jump.operands, targetOf(jump)]).toEqual(["jg", ["0x1009"], 0x1009]);
  const call = readInstruction(0x1000, "e8fb000000", "call   0x1100 <std::operator==<char>(char const*)>");
  expect([call.callee, targetOf(call)]).toEqual(["std::operator==<char>(char const*)", 0x1100]);
  expect(readInstruction(0, "837df803", "cmpl   $0x3,-0x8(%rbp)")).toMatchObject({
    name: "cmp",
    operands: ["$0x3", "-0x8(%rbp)"],
  });
});

test("moved code reaches what it did before", () => {
  const move = (...instructions: string[]) => {
    const { code, fixes } = moveCode(placed(instructions.map(bytes), 0x1000), 0x2000);
    return { code: code.toString("hex"), fixes: fixes.map(({ at, kind, target }) => [at, kind, target.toString(16)]) };
  };
  const back = "e900000000";
  // A short jump has room for a near target only.
  expect(move("7f07")).toEqual({
    code: `0f8f00000000${back}`,
    fixes: [
      [2, "rel", "1009"],
      [7, "rel", "2000"],
    ],
  });
  // cmpl $5,0x10(%rip): the distance counts from the end of the instruction, behind the number.
  expect(move("833d1000000005")).toEqual({
    code: `833d1000000005${back}`,
    fixes: [
      [2, "rel", "1016"],
      [8, "rel", "2000"],
    ],
  });
  // A call leaves the address behind the original on the stack.
  expect(move("e8fb000000").fixes).toEqual([
    [8, "low", "1005"],
    [16, "high", "1005"],
    [21, "rel", "1100"],
    [26, "rel", "2000"],
  ]);
});
