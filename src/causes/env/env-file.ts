import { UserError } from "../../core/user-error.ts";

/** A variable as a file sets it. */
export interface Variable {
  readonly value: string;
  /** Where; not known of files without lines. */
  readonly line?: number;
}

export type Variables = ReadonlyMap<string, Variable>;

/**
 * Reads NAME=VALUE lines as `env` prints them or as they stand in a .env file: empty lines and comments are skipped,
 * `export` may stand before, quotes around the value are taken away. What `env -0` prints is taken as it is.
 * Of several lines for one name the last one counts.
 */
export function readVariables(bytes: Uint8Array, file: string): Variables {
  const text = decoded(bytes, file);
  if (text.includes("\0")) return new Map(text.split("\0").flatMap((entry) => withoutLine(entry, file)));
  const variables = new Map<string, Variable>();
  text.split("\n").forEach((line, i) => {
    if (/^\s*(?:#|$)/.test(line)) return;
    const { name, value } = readLine(line.replace(/\r$/, ""), `${file}, line ${i + 1}`);
    variables.set(name, { value, line: i + 1 });
  });
  return variables;
}

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${file} is not UTF-8 text, so it is not a file of NAME=VALUE lines.`);
  }
}

function withoutLine(entry: string, file: string): [string, Variable][] {
  if (entry === "" || entry === "\n") return [];
  const equals = entry.indexOf("=");
  if (equals < 1)
    throw new UserError(`${file} has NUL bytes, as env -0 prints them, but this entry is not NAME=VALUE: ${entry}`);
  return [[entry.slice(0, equals), { value: entry.slice(equals + 1) }]];
}

function readLine(line: string, place: string): { readonly name: string; readonly value: string } {
  const match = /^\s*(?:export\s+)?([^\s=]+)=(.*)$/.exec(line);
  if (!match)
    throw new UserError(
      `${place}: this is not NAME=VALUE: ${line.slice(0, longest)}\n` +
        "If it belongs to a value of several lines, write the files with env -0, which keeps such values whole.",
    );
  const [, name = "", written = ""] = match;
  return { name, value: unquoted(written, `${place}: the value of ${name}`) };
}

const longest = 80;

function unquoted(written: string, what: string): string {
  if (!/^['"]/.test(written)) return written;
  const match = /^(?:'([^']*)'|"((?:[^"\\]|\\.)*)")\s*(?:#.*)?$/.exec(written);
  if (!match)
    throw new UserError(
      `${what} starts with a quote that is not closed at the end.\n` +
        "Put the whole value in quotes, or write the files with env -0, which takes every value as it is.",
    );
  return (
    match[1] ??
    match[2]!.replace(/\\(.)/g, (_, char: string) => escapes[char] ?? (/\W/.test(char) ? char : `\\${char}`))
  );
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** A line that is read back as this variable. */
export function variableLine(name: string, value: string): string {
  if (!/^['"]|[\n\r]/.test(value)) return `${name}=${value}\n`;
  const escaped = value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `${name}="${escaped}"\n`;
}
