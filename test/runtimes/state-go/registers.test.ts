import { expect, test } from "vitest";
import { flagsWith, isTrue } from "../../../runtimes/state-go/registers/conditions.ts";
import { jumpBack, moveFromRax, setGeneral } from "../../../runtimes/state-go/registers/machine-code.ts";
import { standIns } from "../../../runtimes/state-go/registers/stand-ins.ts";

/** What stands in for memory before the instruction that begins with `>`. */
const found = (text: string) => {
  const rows = text.trim().split("\n");
  const code = rows.map((row, i) => ({ address: i, text: row.trim().replace(/^> /, "") }));
  const stop = rows.findIndex((row) => row.trim().startsWith(">"));
  return standIns(code, stop).map(({ register, condition, cells }) => [
    condition ? `${register} ${condition}` : register,
    ...cells.map(({ symbol, base, offset }) => `${symbol ?? JSON.stringify(base)}+${offset}`),
  ]);
};
const stack = (offset: number) => `[{"register":"rsp"}]+${offset}`;

test("a register stands in for what was stored from it, until it is written or a function is called", () => {
  const stored = "mov qword ptr [rsp+0x38], rax";
  expect(found(`${stored}\n> call main.f`)).toEqual([["rax", stack(0x38)]]);
  expect(found(`${stored}\nmov rbx, rax\nxor eax, eax\n> call main.f`)).toEqual([["rbx", stack(0x38)]]);
  expect(found(`${stored}\n> mov rax, qword ptr [rsp+0x38]\ncall main.f`)).toEqual([]);
  expect(found(`${stored}\ncall main.f\n> call main.f`)).toEqual([]);
  expect(found(`${stored}\ncall runtime.gcWriteBarrier2\n> call main.f`)).toEqual([["rax", stack(0x38)]]);
  expect(found(`${stored}\nmov qword ptr [rsp+0x38], 0x0\n> call main.f`)).toEqual([]);
});

test("what was loaded from a variable does not stand in for it", () => {
  expect(found("mov rax, qword ptr [rsp+0x38]\nmov qword ptr [rsp+0x40], rax\n> call main.f")).toEqual([
    ["rax", stack(0x40)],
  ]);
});

test("variables of packages, floats and what pointers lead to", () => {
  expect(found("movsd qword ptr [main.total+8], xmm0\n> addsd xmm0, xmm1")).toEqual([["xmm0", "main.total+8"]]);
  expect(found("mov qword ptr [rcx+0x10], rax\n> add rax, 0x1")).toEqual([["rax", '[{"register":"rcx"}]+16']]);
  expect(found("mov qword ptr [rsp+0x8], rcx\nmov qword ptr [rcx], rax\nmov rcx, 0x1\n> add rax, 0x1")).toEqual([
    ["rax", '[{"stack":8}]+0'],
  ]);
});

test("registers that an address is made of are read", () => {
  const stored = "mov qword ptr [rsp+0x8], rax";
  for (const address of ["rax", "rax-0x8", "rbx+rax", "rbx+8*rax+0x10", "8*rax"])
    expect(found(`${stored}\n> lea rcx, ptr [${address}]\nxor eax, eax\nret`).map(([register]) => register)).toContain(
      "rax",
    );
  expect(found(`${stored}\n> lea rax, ptr [rip+0x10]\ncall main.f`)).toEqual([]);
});

test("where two ways meet, only what both have stored counts", () => {
  const meet = (onOneWay: string) =>
    found(`mov qword ptr [rsp+0x8], rax\ntest rbx, rbx\njz 0x4\n${onOneWay}\n> call main.f`);
  expect(meet("mov rcx, rdx")).toEqual([["rax", stack(8)]]);
  expect(meet("mov rax, rdx")).toEqual([]);
});

test("flags stand in for the result of a comparison until something else changes them", () => {
  const compared = "cmp qword ptr [rsp+0x8], 0x3\nsetnle byte ptr [main.flag]";
  expect(found(`${compared}\n> mov rax, rbx\njnle 0x0`)).toEqual([["flags nle", "main.flag+0"]]);
  expect(found(`${compared}\n> cmp byte ptr [main.flag], 0x0\njnz 0x0`)).toEqual([]);
});

test("flags can make each condition true and false", () => {
  for (const condition of ["z", "nz", "l", "nl", "le", "nle", "b", "nb", "be", "nbe", "s", "ns", "p", "np"])
    for (const value of [true, false]) expect(isTrue(condition, flagsWith(condition, 0x2n, value))).toBe(value);
  expect([isTrue("l", 0x880n), isTrue("nle", 0x880n)]).toEqual([false, true]);
});

test("instructions that set registers, as the assembler writes them", () => {
  const hex = (bytes: readonly number[]) => Buffer.from(bytes).toString("hex");
  expect(hex(setGeneral("rbx", 258n))).toBe("48bb0201000000000000");
  expect(hex(setGeneral("r9", 1n))).toBe("49b90100000000000000");
  expect([hex(moveFromRax("xmm1")), hex(moveFromRax("xmm9"))]).toEqual(["66480f6ec8", "664c0f6ec8"]);
  expect(hex(jumpBack([0x90]))).toBe("90ebfd");
});
