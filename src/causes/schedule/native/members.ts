import type { Entries, Entry } from "./debug-entries.ts";

/** A variable by the table of symbols. */
export interface Variable {
  readonly name: string;
  readonly start: number;
  readonly size: number;
}

/** What of a variable is at an offset in it, as in `[3].x`; undefined where debug information does not say it. */
export function memberAt(entries: Entries, variable: Variable, offset: number): string | undefined {
  const paths = new Set(typesOf(entries, variable).map((type) => pathTo(entries, type, offset)));
  // Files may have variables of the same name and size.
  return paths.size === 1 ? [...paths][0] : undefined;
}

function typesOf(entries: Entries, { name, start, size }: Variable): number[] {
  const last = name.slice(name.lastIndexOf(":") + 1);
  const types: number[] = [];
  for (const entry of entries.values()) {
    if (entry.tag !== "variable" || !entry.fixed) continue;
    const said = { ...entries.get(entry.specification ?? Number.NaN), ...entry };
    const same = said.address === undefined ? said.name === last : said.address === start;
    if (same && said.type !== undefined && sizeOf(entries, said.type) === size) types.push(said.type);
  }
  return types;
}

/**
 * Where several members are at the same place (of a union, or bits of a word) the answer stays with what they are in; so it does
 * where names begin with an underscore, as those of the system's own structures do.
 */
function pathTo(entries: Entries, type: number, offset: number): string {
  const entry = bare(entries, type);
  if (entry?.tag === "array_type") return elementAt(entries, entry, offset);
  if (!entry || !/^(?:structure|class|union)_type$/.test(entry.tag)) return "";
  const there = entry.inside.filter(({ at = 0, type, tag }) => {
    if ((tag !== "member" && tag !== "inheritance") || type === undefined) return false;
    return at <= offset && offset < at + sizeOf(entries, type);
  });
  const [member] = there;
  if (!member || there.length > 1 || member.name?.startsWith("_")) return "";
  const rest = pathTo(entries, member.type!, offset - (member.at ?? 0));
  return member.name === undefined ? rest : `.${member.name}${rest}`;
}

function elementAt(entries: Entries, array: Entry, offset: number): string {
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

function dimensions({ inside }: Entry): number[] {
  return inside.filter(({ tag }) => tag === "subrange_type").map(({ count = 1 }) => count);
}

/** Without the names and qualities that it has. */
function bare(entries: Entries, type: number): Entry | undefined {
  let entry = entries.get(type);
  while (entry && /^(?:typedef|(?:const|volatile|atomic)_type)$/.test(entry.tag)) {
    entry = entries.get(entry.type ?? Number.NaN);
  }
  return entry;
}

function sizeOf(entries: Entries, type: number): number {
  const entry = bare(entries, type);
  if (!entry) return 0;
  if (entry.size !== undefined) return entry.size;
  if (entry.tag !== "array_type") return 0;
  return dimensions(entry).reduce((size, count) => size * count, sizeOf(entries, entry.type ?? Number.NaN));
}
