import { findBinutil, readOutputLines } from "./binutils.ts";
import { readDebugEntries } from "./debug-entries.ts";
import { type DataSymbol, memberPathAt } from "./member-path.ts";

/** Names of the data at these offsets of a module, as in `counter` or `table[3].x`; without debug information, `table+8`. */
export async function readDataNames(module: string, offsets: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const [offset, symbol] of await readSymbolsAt(module, offsets)) {
    const inside = offset - symbol.start;
    const path = memberPathAt(await readDebugEntries(module), symbol, inside);
    names.set(offset, `${symbol.name}${path ?? (inside === 0 ? "" : `+${inside}`)}`);
  }
  return names;
}

async function readSymbolsAt(module: string, offsets: readonly number[]): Promise<Map<number, DataSymbol>> {
  const found = new Map<number, DataSymbol>();
  const program = await findBinutil("nm");
  if (program === undefined) return found;
  // A stripped library still has the dynamic symbol table.
  for (const table of [[], ["-D"]]) {
    if (found.size > 0) break;
    for await (const line of readOutputLines(program, ["-S", "-C", "--defined-only", ...table, module])) {
      const symbol = parseSymbol(line);
      if (!symbol) continue;
      for (const offset of offsets) {
        const inside = offset - symbol.start;
        if (inside >= 0 && inside < symbol.size && !found.has(offset)) found.set(offset, symbol);
      }
    }
  }
  return found;
}

/** The letters are those of data; functions have others. */
const dataSymbolLine = /^([\da-f]+) ([\da-f]+) [bBdDrRsSgGvVu] (.+)$/;

function parseSymbol(line: string): DataSymbol | undefined {
  const [, start, size, name] = dataSymbolLine.exec(line) ?? [];
  if (name === undefined) return undefined;
  return { start: Number.parseInt(start!, 16), size: Number.parseInt(size!, 16), name: sourceName(name) };
}

/** A static variable of a function is `name.0` in gcc and `function.name` in clang; names in Rust may end in a hash. */
function sourceName(name: string): string {
  return name
    .replace(/::h[\da-f]{16}$/, "")
    .replace(/^(\w+)(?:\.\d+)+$/, "$1")
    .replace(/^[a-zA-Z_]\w*\.([a-zA-Z_]\w*)$/, "$1");
}
