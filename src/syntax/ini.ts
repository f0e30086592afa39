import {
  backslash,
  closingSquare,
  colon,
  equals,
  exclamation,
  hash,
  isSpace,
  newline,
  openingSquare,
  semicolon,
  trimmed,
} from "./bytes.ts";
import type { Node } from "./node.ts";

/**
 * Settings by sections: INI, .properties, .env, the files of systemd and git. A section is its `[name]` with all lines
 * up to the next one. A line belongs to the entry before it when it stands deeper (as Python's configparser has it), or
 * when the line before it ends in a backslash; an empty line or a comment ends the entry.
 *
 * Items take their indentation with them, so that leaving out one does not move the next one; line ends belong to none.
 */
export function iniTree(bytes: Uint8Array): Node {
  const top: Node[] = [];
  let section: { readonly header: Node; readonly entries: Node[] } | undefined;
  const finishSection = () => {
    if (section) top.push(sectionNode(section.header, section.entries));
  };
  for (let line = lineAt(bytes, 0); line; line = lineAt(bytes, line.next)) {
    if (line.text === line.end) continue;
    if (isHeader(bytes, line)) {
      finishSection();
      section = { header: leaf("header", "fixed", line.start, line.end), entries: [] };
      continue;
    }
    const found = section ? section.entries : top;
    if (isComment(bytes[line.text]!)) {
      found.push(leaf("comment", "item", line.start, line.end));
      continue;
    }
    const lines = entryLines(bytes, line);
    found.push(entryNode(bytes, lines));
    line = lines.at(-1)!;
  }
  finishSection();
  return { start: 0, end: bytes.length, kind: "settings", role: "fixed", children: top };
}

/** A line without the white space around it, which lies from `text` to `end`. */
interface Line {
  readonly start: number;
  readonly text: number;
  readonly end: number;
  readonly next: number;
}

function lineAt(bytes: Uint8Array, start: number): Line | undefined {
  if (start >= bytes.length) return undefined;
  const found = bytes.indexOf(newline, start);
  const next = found === -1 ? bytes.length : found + 1;
  const [text, end] = trimmed(bytes, start, next);
  return { start, text, end, next };
}

function isHeader(bytes: Uint8Array, { text, end }: Line): boolean {
  if (bytes[text] !== openingSquare) return false;
  for (let at = text + 1; at < end; at++) if (bytes[at] === closingSquare) return true;
  return false;
}

function isComment(byte: number): boolean {
  return byte === hash || byte === semicolon || byte === exclamation;
}

function sectionNode(header: Node, entries: readonly Node[]): Node {
  const end = entries.at(-1)?.end ?? header.end;
  return { start: header.start, end, kind: "section", role: "item", children: [header, ...entries] };
}

/** The lines of an entry: the one it begins with, and those that go on with it. */
function entryLines(bytes: Uint8Array, first: Line): Line[] {
  const lines = [first];
  const indent = first.text - first.start;
  for (let line = lineAt(bytes, first.next); line && line.text < line.end; line = lineAt(bytes, line.next)) {
    const deeper = line.text - line.start > indent;
    const joined = endsInBackslash(bytes, lines.at(-1)!) && !isHeader(bytes, line);
    if (!deeper && !joined) break;
    lines.push(line);
  }
  return lines;
}

/** An even number of backslashes stands for backslashes. */
function endsInBackslash(bytes: Uint8Array, { text, end }: Line): boolean {
  let at = end;
  while (at > text && bytes[at - 1] === backslash) at--;
  return (end - at) % 2 === 1;
}

function entryNode(bytes: Uint8Array, lines: readonly Line[]): Node {
  const first = lines[0]!;
  const end = lines.at(-1)!.end;
  const sign = signOf(bytes, first);
  const [keyStart, keyEnd] = trimmed(bytes, first.text, sign);
  const children: Node[] = keyEnd > keyStart ? [leaf("key", "fixed", keyStart, keyEnd)] : [];
  const [valueStart] = trimmed(bytes, Math.min(sign + 1, first.end), first.end);
  const value = valueNode(bytes, [{ ...first, text: valueStart }, ...lines.slice(1)]);
  if (value) children.push(value);
  return { start: first.start, end, kind: "entry", role: "item", children };
}

/** Where the key ends: at the first `=` or `:`, else at the first white space, else at the end of the line. */
function signOf(bytes: Uint8Array, { text, end }: Line): number {
  let space = end;
  for (let at = text; at < end; at++) {
    if (bytes[at] === equals || bytes[at] === colon) return at;
    if (space === end && isSpace(bytes[at]!)) space = at;
  }
  return space;
}

/** A value of several lines has them as items; a backslash at the end of a line stands between it and the next. */
function valueNode(bytes: Uint8Array, lines: readonly Line[]): Node | undefined {
  const parts: Node[] = [];
  lines.forEach((line, i) => {
    const joined = i + 1 < lines.length && endsInBackslash(bytes, line);
    const [start, end] = joined ? trimmed(bytes, line.text, line.end - 1) : [line.text, line.end];
    if (start < end) parts.push(leaf("line", "item", start, end));
    if (joined && parts.length > 0) parts.push(leaf("joint", "separator", line.end - 1, line.end));
  });
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return undefined;
  const children = parts.length === 1 ? none : parts;
  return { start: first.start, end: last.end, kind: "value", role: "item", children };
}

function leaf(kind: string, role: Node["role"], start: number, end: number): Node {
  return { start, end, kind, role, children: none };
}

const none: readonly Node[] = [];
