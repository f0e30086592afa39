import type { DebugEntries, DebugEntry } from "./debug-entries.ts";

/** A variable in a module's symbol table. */
export interface DataSymbol {
  readonly name: string;
  readonly start: number;
  /** In bytes. */
  readonly size: number;
}

/** The part of a variable at an offset in it, as in `[3].x`; undefined if the debug information does not tell. */
export function memberPathAt(entries: DebugEntries, symbol: DataSymbol, offset: number): string | undefined {
  const paths = new Set(typesOf(entries, symbol).map((type) => pathTo(entries, type, offset)));
  // Two files may have variables of the same name and size.
  return paths.size === 1 ? [...paths][0] : undefined;
}

function typesOf(entries: DebugEntries, { name, start, size }: DataSymbol): number[] {
  const unqualified = name.slice(name.lastIndexOf(":") + 1);
  const types: number[] = [];
  for (const entry of entries.values()) {
    if (entry.tag !== "variable" || !entry.isStatic) continue;
    const variable = { ...entries.get(entry.specification ?? Number.NaN), ...entry };
    const isSame = variable.address === undefined ? variable.name === unqualified : variable.address === start;
    if (isSame && variable.type !== undefined && sizeOf(entries, variable.type) === size) types.push(variable.type);
  }
  return types;
}

/**
 * The path ends at the enclosing structure where several members share the offset (in a union, or as bit fields), and where a
 * name begins with an underscore, as inside the system's own structures.
 */
function pathTo(entries: DebugEntries, type: number, offset: number): string {
  const entry = withoutQualifiers(entries, type);
  if (entry?.tag === "array_type") return elementPath(entries, entry, offset);
  if (!entry || !/^(?:structure|class|union)_type$/.test(entry.tag)) return "";
  const members = entry.children.filter(({ offset: start = 0, type, tag }) => {
    if ((tag !== "member" && tag !== "inheritance") || type === undefined) return false;
    return start <= offset && offset < start + sizeOf(entries, type);
  });
  const [member] = members;
  if (!member || members.length > 1 || member.name?.startsWith("_")) return "";
  const rest = pathTo(entries, member.type!, offset - (member.offset ?? 0));
  return member.name === undefined ? rest : `.${member.name}${rest}`;
}

function elementPath(entries: DebugEntries, array: DebugEntry, offset: number): string {
  let size = sizeOf(entries, array.type ?? Number.NaN);
  if (size === 0) return "";
  const element = pathTo(entries, array.type!, offset % size);
  let path = "";
  for (const count of dimensions(array).reverse()) {
    path = `[${Math.floor(offset / size) % count}]${path}`;
    size *= count;
  }
  return `${path}${element}`;
}

function dimensions({ children }: DebugEntry): number[] {
  return children.filter(({ tag }) => tag === "subrange_type").map(({ count = 1 }) => count);
}

/** The type behind typedefs, const, volatile and _Atomic. */
function withoutQualifiers(entries: DebugEntries, type: number): DebugEntry | undefined {
  let entry = entries.get(type);
  while (entry && /^(?:typedef|(?:const|volatile|atomic)_type)$/.test(entry.tag)) {
    entry = entries.get(entry.type ?? Number.NaN);
  }
  return entry;
}

function sizeOf(entries: DebugEntries, type: number): number {
  const entry = withoutQualifiers(entries, type);
  if (!entry) return 0;
  if (entry.size !== undefined) return entry.size;
  if (entry.tag !== "array_type") return 0;
  return dimensions(entry).reduce((size, count) => size * count, sizeOf(entries, entry.type ?? Number.NaN));
}
