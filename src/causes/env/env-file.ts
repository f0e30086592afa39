import { UserError } from "../../core/user-error.ts";

/** An environment variable as a file sets it. */
export interface EnvVariable {
  readonly value: string;
  /** Undefined for a file of `env -0`, which has no lines. */
  readonly line?: number;
}

export type EnvVariables = ReadonlyMap<string, EnvVariable>;

/**
 * Reads NAME=VALUE lines as `env` prints them or as .env files have them: empty lines, comments, a leading `export` and
 * quotes around a value are dropped. The output of `env -0` is taken literally. If a name occurs twice, the last one counts.
 */
export function readVariables(bytes: Uint8Array, file: string): EnvVariables {
  const text = decodeUtf8(bytes, file);
  if (text.includes("\0")) return new Map(text.split("\0").flatMap((entry) => readEntry(entry, file)));
  const variables = new Map<string, EnvVariable>();
  text.split("\n").forEach((line, i) => {
    if (/^\s*(?:#|$)/.test(line)) return;
    const { name, value } = readLine(line.replace(/\r$/, ""), `${file}, line ${i + 1}`);
    variables.set(name, { value, line: i + 1 });
  });
  return variables;
}

function decodeUtf8(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${file} is not UTF-8 text, so it is not a file of NAME=VALUE lines.`);
  }
}

/** One entry of `env -0`. */
function readEntry(entry: string, file: string): [string, EnvVariable][] {
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
      `${place}: this is not NAME=VALUE: ${line.slice(0, maxShown)}\n` +
        "If it belongs to a value of several lines, write the files with env -0, which keeps such values whole.",
    );
  const [, name = "", written = ""] = match;
  return { name, value: unquote(written, `${place}: the value of ${name}`) };
}

/** Maximum number of characters of a line in a message. */
const maxShown = 80;

function unquote(written: string, what: string): string {
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

/** The line from which this variable is read back. */
export function variableLine(name: string, value: string): string {
  if (!/^['"]|[\n\r]/.test(value)) return `${name}=${value}\n`;
  const escaped = value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `${name}="${escaped}"\n`;
}
