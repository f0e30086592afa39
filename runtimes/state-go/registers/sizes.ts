import { kinds, type Variable } from "../delve/api.ts";

const wordSize = 8;
/** Those that are not as large as a word. The kinds of integers follow each other: `int8` is next to `int`. */
const sizes: ReadonlyMap<number, number> = new Map([
  [kinds.bool, 1],
  [kinds.int + 1, 1],
  [kinds.int + 2, 2],
  [kinds.int + 3, 4],
  [kinds.uint + 1, 1],
  [kinds.uint + 2, 2],
  [kinds.uint + 3, 4],
  [kinds.float32, 4],
  [kinds.complex128, 2 * wordSize],
  [kinds.interface, 2 * wordSize],
  [kinds.string, 2 * wordSize],
  [kinds.slice, 3 * wordSize],
]);

/** How many bytes a variable has, without those behind the last field of a struct. Its parts have to be loaded. */
export function sizeOf({ kind, addr, len, children }: Variable): number {
  const parts = children ?? [];
  if (kind === kinds.array) return parts[0] ? len * sizeOf(parts[0]) : 0;
  if (kind !== kinds.struct) return sizes.get(kind) ?? wordSize;
  return Math.max(0, ...parts.map((part) => part.addr + sizeOf(part) - addr));
}
