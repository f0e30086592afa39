import { stat } from "node:fs/promises";
import { findBinutil, readOutputLines } from "./binutils.ts";

/** A DWARF entry about a variable or a type, with the attributes that stand in the entry itself. */
export interface DebugEntry {
  readonly tag: string;
  name?: string;
  type?: number;
  /** In bytes. */
  size?: number;
  /** Of a member: in bytes from the start of its structure. */
  offset?: number;
  /** Of an array's dimension: the number of elements. */
  count?: number;
  /** Of a variable: it has a fixed place in memory, even if `address` does not give it as a number. */
  isStatic?: boolean;
  address?: number;
  /** The entry with the attributes that are missing here. */
  specification?: number;
  readonly children: DebugEntry[];
}

/** By their numbers. */
export type DebugEntries = ReadonlyMap<number, DebugEntry>;

/** Maximum size of a module in bytes: reading a larger one takes longer than a name is worth. */
const maxModuleSize = 32 * 1024 * 1024;
const cache = new Map<string, Promise<DebugEntries>>();

/** Reads a module once, as long as it does not change. */
export async function readDebugEntries(module: string): Promise<DebugEntries> {
  const file = await stat(module).catch(() => undefined);
  if (!file || file.size > maxModuleSize) return new Map();
  const key = `${module} ${file.mtimeMs}`;
  const entries = cache.get(key) ?? dumpDebugEntries(module);
  cache.set(key, entries);
  return entries;
}

const usedTag =
  /^(?:variable|member|inheritance|(?:structure|class|union|array|subrange|base|pointer|reference|rvalue_reference|enumeration|const|volatile|atomic)_type|typedef)$/;

async function dumpDebugEntries(module: string): Promise<DebugEntries> {
  const entries = new Map<number, DebugEntry>();
  const program = await findBinutil("readelf");
  if (program === undefined) return entries;
  const enclosing: (DebugEntry | undefined)[] = [];
  let entry: DebugEntry | undefined;
  // Rust is left out: a number there is inside several layers of structures that the user did not write.
  let isRust = false;
  for await (const line of readOutputLines(program, ["--debug-dump=info", module])) {
    const [, depth, number, tag] = /^ <(\d+)><([\da-f]+)>: Abbrev Number: \d+ \(DW_TAG_(\w+)\)/.exec(line) ?? [];
    if (tag === undefined) {
      const [, attribute, value] = /^ {4}<[\da-f]+> {3}DW_AT_(\w+) *:\s*(.*)$/.exec(line) ?? [];
      if (attribute === "language") isRust = value!.includes("Rust");
      if (entry && attribute !== undefined) setAttribute(entry, attribute, value!);
      continue;
    }
    entry = usedTag.test(tag) && !isRust ? { tag, children: [] } : undefined;
    enclosing[Number(depth)] = entry;
    if (!entry) continue;
    entries.set(Number.parseInt(number!, 16), entry);
    enclosing[Number(depth) - 1]?.children.push(entry);
  }
  return entries;
}

function setAttribute(entry: DebugEntry, attribute: string, value: string): void {
  const reference = () => Number.parseInt(/<0x([\da-f]+)>/.exec(value)?.[1] ?? "", 16);
  if (attribute === "name") entry.name = value.replace(/^\((?:indirect|indexed|alt)[^)]*\): /, "");
  if (attribute === "type") entry.type = reference();
  if (attribute === "specification") entry.specification = reference();
  if (attribute === "byte_size") entry.size = Number(value);
  if (attribute === "data_member_location") entry.offset = Number(value);
  if (attribute === "data_bit_offset") entry.offset = Math.floor(Number(value) / 8);
  if (attribute === "upper_bound") entry.count = Number(value) + 1;
  if (attribute === "count") entry.count = Number(value);
  if (attribute !== "location") return;
  const [isStatic, address] = /DW_OP_addrx?(?:: ([\da-f]+))?/.exec(value) ?? [];
  if (isStatic !== undefined) entry.isStatic = true;
  if (address !== undefined) entry.address = Number.parseInt(address, 16);
}
