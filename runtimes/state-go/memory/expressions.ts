import type { Variable } from "../delve/api.ts";

/** The label of what a pointer leads to. */
export const dereference = "*.";

/** An expression for what is at an address: `*(*"main.Node")(0xc000012345)`. */
export function at({ type, addr }: Pick<Variable, "type" | "addr">): string {
  return `*(*${JSON.stringify(type)})(${hexadecimal(addr)})`;
}

/** The same, as the beginning of a longer expression. */
export function expressionAt(variable: Pick<Variable, "type" | "addr">): string {
  return `(${at(variable)})`;
}

export function hexadecimal(number: number): string {
  return `0x${number.toString(16)}`;
}
