import { stat } from "node:fs/promises";
import { findTool, linesOf } from "./tools.ts";

/** An entry of a module's debug information that is about a variable or a type; what it says of itself only. */
export interface Entry {
  readonly tag: string;
  name?: string;
  type?: number;
  /** In bytes. */
  size?: number;
  /** Of a member, in its structure. */
  at?: number;
  /** Of an array's dimension. */
  count?: number;
  /** Of a variable: it is always at one place in memory, which may not be said as a number. */
  fixed?: boolean;
  address?: number;
  /** What is not said here is said there. */
  specification?: number;
  readonly inside: Entry[];
}

/** By their numbers. */
export type Entries = ReadonlyMap<number, Entry>;

/** Larger ones would take longer to read than a name is worth. */
const largest = 32 * 1024 * 1024;
const read = new Map<string, Promise<Entries>>();

/** Read once, as long as the module stays as it is. */
export async function entriesOf(module: string): Promise<Entries> {
  const is = await stat(module).catch(() => undefined);
  if (!is || is.size > largest) return new Map();
  const key = `${module} ${is.mtimeMs}`;
  const known = read.get(key) ?? readEntries(module);
  read.set(key, known);
  return known;
}

const wanted =
  /^(?:variable|member|inheritance|(?:structure|class|union|array|subrange|base|pointer|reference|rvalue_reference|enumeration|const|volatile|atomic)_type|typedef)$/;

async function readEntries(module: string): Promise<Entries> {
  const entries = new Map<number, Entry>();
  const program = await findTool("readelf");
  if (program === undefined) return entries;
  const around: (Entry | undefined)[] = [];
  let entry: Entry | undefined;
  // What Rust calls a number has several layers of structures around it, none of which the user wrote.
  let foreign = false;
  for await (const line of linesOf(program, ["--debug-dump=info", module])) {
    const [, depth, number, tag] = /^ <(\d+)><([\da-f]+)>: Abbrev Number: \d+ \(DW_TAG_(\w+)\)/.exec(line) ?? [];
    if (tag === undefined) {
      const [, attribute, value] = /^ {4}<[\da-f]+> {3}DW_AT_(\w+) *:\s*(.*)$/.exec(line) ?? [];
      if (attribute === "language") foreign = value!.includes("Rust");
      if (entry && attribute !== undefined) note(entry, attribute, value!);
      continue;
    }
    entry = wanted.test(tag) && !foreign ? { tag, inside: [] } : undefined;
    around[Number(depth)] = entry;
    if (!entry) continue;
    entries.set(Number.parseInt(number!, 16), entry);
    around[Number(depth) - 1]?.inside.push(entry);
  }
  return entries;
}

function note(entry: Entry, attribute: string, value: string): void {
  const reference = () => Number.parseInt(/<0x([\da-f]+)>/.exec(value)?.[1] ?? "", 16);
  if (attribute === "name") entry.name = value.replace(/^\((?:indirect|indexed|alt)[^)]*\): /, "");
  if (attribute === "type") entry.type = reference();
  if (attribute === "specification") entry.specification = reference();
  if (attribute === "byte_size") entry.size = Number(value);
  if (attribute === "data_member_location") entry.at = Number(value);
  if (attribute === "data_bit_offset") entry.at = Math.floor(Number(value) / 8);
  if (attribute === "upper_bound") entry.count = Number(value) + 1;
  if (attribute === "count") entry.count = Number(value);
  if (attribute !== "location") return;
  const [fixed, address] = /DW_OP_addrx?(?:: ([\da-f]+))?/.exec(value) ?? [];
  if (fixed !== undefined) entry.fixed = true;
  if (address !== undefined) entry.address = Number.parseInt(address, 16);
}
