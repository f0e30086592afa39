import {
  backslash,
  comma,
  isBlank,
  isQuote,
  isSpace,
  newline,
  openingBrace,
  openingRound,
  openingSquare,
  semicolon,
  tableOf,
} from "./bytes.ts";
import { closingPlaces } from "./closing-places.ts";
import type { Node } from "./node.ts";
import { anyPart, parts, type TextSection } from "./parts.ts";
import { statements } from "./statements.ts";

/**
 * A text of an unknown language by its look. Three rules, from the inside out:
 *
 * - Brackets `() [] {}` that belong together are one node, over any number of lines; what is inside is a list. Between
 *   round and square ones it is split at `,` and `;`. Between curly ones too if commas end its lines (an object, an
 *   enumeration); otherwise, and in the text as a whole, it is a list of statements.
 * - A statement ends at `;`, at the end of a line outside of brackets, or at a `}` that more words follow. A line that
 *   begins with `{` goes on with the statement before. Commas split a statement into parts.
 * - A statement has those that stand deeper below it as its children, as well as an `else` and an `end` at its own
 *   depth. Statements that follow without an empty line between are a paragraph, where there are several.
 *
 * Leaving out an item cannot be promised to keep a text well-formed that nobody knows the grammar of; it does for what
 * most languages look like.
 */
export function blockTree(bytes: Uint8Array): Node {
  const closing = closingPlaces(bytes);
  const whole: Bracket = { start: -1, end: bytes.length, pieces: [] };
  const open = [whole];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (!special[byte]) continue;
    const bracket = open.at(-1)!;
    if (at === bracket.end) {
      open.pop();
      open.at(-1)!.pieces.push(bracketNode(bytes, bracket));
    } else if (closing[at]! > 0 && isQuote(byte)) {
      bracket.pieces.push(stringNode(at, closing[at]!));
      at = closing[at]!;
    } else if (closing[at]! > 0) open.push({ start: at, end: closing[at]!, pieces: [] });
    else if (byte === comma || byte === semicolon) bracket.pieces.push(mark(byte, at, "separator"));
    else if (byte === newline) bracket.pieces.push(mark(byte, at, "fixed"));
    else if (byte === backslash && bytes[at + 1] !== newline) at++;
  }
  return { start: 0, end: bytes.length, kind: "text", role: "fixed", children: statements(bytes, insideOf(whole)) };
}

/** A bracket with what was met in it outside of further brackets: these, and the marks `,`, `;` and the line end. */
interface Bracket {
  readonly start: number;
  readonly end: number;
  readonly pieces: Node[];
}

function insideOf({ start, end, pieces }: Bracket): TextSection {
  return { start: start + 1, end, pieces };
}

const kinds = new Map([
  [openingRound, "parentheses"],
  [openingSquare, "brackets"],
  [openingBrace, "braces"],
]);
/** The bytes that mean something; all others are passed over quickly. */
const special = tableOf("()[]{}\"'`,;\\\n");
const none: readonly Node[] = [];

function mark(byte: number, at: number, role: Node["role"]): Node {
  return { start: at, end: at + 1, kind: String.fromCharCode(byte), role, children: none };
}

function stringNode(start: number, last: number): Node {
  const inside: Node[] =
    last > start + 1 ? [{ start: start + 1, end: last, kind: "characters", role: "item", children: none }] : [];
  return { start, end: last + 1, kind: "string", role: "fixed", children: inside, slot: anyPart };
}

function bracketNode(bytes: Uint8Array, bracket: Bracket): Node {
  const { start, end } = bracket;
  const kind = kinds.get(bytes[start]!)!;
  const children = isSeparated(bytes, bracket) ? parts(bytes, insideOf(bracket)) : statements(bytes, insideOf(bracket));
  // `f(x)` needs its brackets; in `(list (f x))` they stand for themselves.
  const alone = kind !== "braces" && (isSpace(bytes[start - 1] ?? newline) || kinds.has(bytes[start - 1]!));
  return { start, end: end + 1, kind, role: alone ? "item" : "fixed", children, slot: anyPart };
}

/** Whether what is in the bracket is a list of parts rather than of statements. */
function isSeparated(bytes: Uint8Array, { start, pieces }: Bracket): boolean {
  const count = { ",": 0, ";": 0, "\n": 0 };
  for (const { kind } of pieces) if (kind in count) count[kind as keyof typeof count]++;
  if (bytes[start] !== openingBrace) return count[","] + count[";"] > 0 || count["\n"] === 0;
  return count[";"] === 0 && count[","] > 0 && 2 * linesAtCommas(bytes, pieces) >= count["\n"] - 2;
}

/** How many lines end, or begin the next one, with a comma. */
function linesAtCommas(bytes: Uint8Array, pieces: readonly Node[]): number {
  let lines = 0;
  for (const { kind, start } of pieces) {
    if (kind !== "\n") continue;
    let before = start - 1;
    while (isBlank(bytes[before])) before--;
    let after = start + 1;
    while (isBlank(bytes[after])) after++;
    if (bytes[before] === comma || bytes[after] === comma) lines++;
  }
  return lines;
}
