import { entriesOf } from "./debug-entries.ts";
import { memberAt, type Variable } from "./members.ts";
import { findTool, linesOf } from "./tools.ts";

/** What of a module's variables is at these addresses, as in `counter` or `table[3].x`; without debug information, `table+8`. */
export async function namesOfData(module: string, offsets: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  for (const [offset, variable] of await variablesAt(module, offsets)) {
    const inside = offset - variable.start;
    const member = memberAt(await entriesOf(module), variable, inside);
    names.set(offset, `${variable.name}${member ?? (inside === 0 ? "" : `+${inside}`)}`);
  }
  return names;
}

async function variablesAt(module: string, offsets: readonly number[]): Promise<Map<number, Variable>> {
  const found = new Map<number, Variable>();
  const program = await findTool("nm");
  if (program === undefined) return found;
  // A library without its own table still has the one for the loader.
  for (const table of [[], ["-D"]]) {
    if (found.size > 0) break;
    for await (const line of linesOf(program, ["-S", "-C", "--defined-only", ...table, module])) {
      const variable = variableOf(line);
      if (!variable) continue;
      for (const offset of offsets) {
        const inside = offset - variable.start;
        if (inside >= 0 && inside < variable.size && !found.has(offset)) found.set(offset, variable);
      }
    }
  }
  return found;
}

/** Only data has one of these letters. */
const dataSymbol = /^([\da-f]+) ([\da-f]+) [bBdDrRsSgGvVu] (.+)$/;

function variableOf(line: string): Variable | undefined {
  const [, start, size, name] = dataSymbol.exec(line) ?? [];
  if (name === undefined) return undefined;
  return { start: Number.parseInt(start!, 16), size: Number.parseInt(size!, 16), name: asWritten(name) };
}

/** Statics of functions are `name.0` by gcc and `function.name` by clang; names of Rust may end in a hash. */
function asWritten(name: string): string {
  return name
    .replace(/::h[\da-f]{16}$/, "")
    .replace(/^(\w+)(?:\.\d+)+$/, "$1")
    .replace(/^[a-zA-Z_]\w*\.([a-zA-Z_]\w*)$/, "$1");
}
