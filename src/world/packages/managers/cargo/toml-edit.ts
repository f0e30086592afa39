import { parse } from "smol-toml";

/** A manifest with another version required at a place (a table, and the key in it); the rest of the text stays as it is. */
export function withVersion(text: string, place: readonly string[], version: string): string {
  const lines = text.split("\n");
  const [table, key] = [place.slice(0, -1), place.at(-1)!];
  let header: readonly string[] = [];
  for (const [i, line] of lines.entries()) {
    header = headerIn(line) ?? header;
    const [, start, after] = /^(\s*[^=\s][^=]*?\s*=\s*)(.*)$/.exec(line) ?? [];
    if (start === undefined || after === undefined) continue;
    const at = [...header, ...keysIn(start)];
    const said = JSON.stringify(version);
    if (isSame(at, [...table, key]))
      lines[i] = start + (/^["']/.test(after) ? replaceString(after, said) : replaceInTable(after, said));
    else if (isSame(at, [...table, key, "version"])) lines[i] = start + replaceString(after, said);
  }
  return lines.join("\n");
}

function headerIn(line: string): string[] | undefined {
  return /^\s*\[/.test(line) ? keysOf(line) : undefined;
}

function keysIn(start: string): string[] {
  return keysOf(`${start}1`) ?? [];
}

/** The names, from the outermost on, that one line of TOML gives; undefined: it is none by itself. */
function keysOf(line: string): string[] | undefined {
  try {
    const keys: string[] = [];
    for (let value: unknown = parse(line); isObject(value); ) {
      const [key] = Object.keys(value);
      if (key === undefined) break;
      keys.push(key);
      value = value[key];
    }
    return keys;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function replaceString(after: string, said: string): string {
  return after.replace(/^(?:"[^"]*"|'[^']*')/, () => said);
}

function replaceInTable(after: string, said: string): string {
  return after.replace(/([{,]\s*version\s*=\s*)(?:"[^"]*"|'[^']*')/, (_, before: string) => before + said);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}
