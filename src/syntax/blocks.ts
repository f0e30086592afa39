import {
  backslash,
  carriageReturn,
  closingBrace,
  closingRound,
  comma,
  dollar,
  hash,
  isQuote,
  isSpace,
  isWord,
  less,
  newline,
  openingBrace,
  openingRound,
  openingSquare,
  percent,
  semicolon,
  slash,
  space,
  tab,
  tableOf,
  trimmed,
} from "./bytes.ts";
import { closingPlaces } from "./closing-places.ts";
import type { Node } from "./node.ts";

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
  return { start: 0, end: bytes.length, kind: "text", role: "fixed", children: statements(bytes, whole) };
}

/** A bracket with what was met in it outside of further brackets: these, and the marks `,`, `;` and the line end. */
interface Bracket {
  readonly start: number;
  readonly end: number;
  readonly pieces: Node[];
}

const kinds = new Map([
  [openingRound, "parentheses"],
  [openingSquare, "brackets"],
  [openingBrace, "braces"],
]);
/** The bytes that mean something; all others are passed over quickly. */
const special = tableOf("()[]{}\"'`,;\\\n");
const anyPart: ReadonlySet<string> = new Set([...kinds.values(), "part", "string"]);
const anyStatement: ReadonlySet<string> = new Set(["statement"]);
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
  const children = isSeparated(bytes, bracket)
    ? parts(bytes, start + 1, end, bracket.pieces)
    : statements(bytes, bracket);
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

/** What lies between separators, without the white space around it, and the separators. */
function parts(bytes: Uint8Array, from: number, to: number, pieces: readonly Node[]): Node[] {
  const list: Node[] = [];
  let inside: Node[] = [];
  const finish = (end: number) => {
    const part = partNode(bytes, from, end, inside);
    if (part) list.push(part);
    inside = [];
  };
  for (const piece of pieces) {
    if (piece.role === "separator") {
      finish(piece.start);
      list.push(piece);
      from = piece.end;
    } else if (piece.kind !== "\n") inside.push(piece);
  }
  finish(to);
  return list;
}

function partNode(bytes: Uint8Array, from: number, to: number, inside: readonly Node[]): Node | undefined {
  const [start, end] = trimmed(bytes, from, to);
  if (start === end) return undefined;
  const [only] = inside;
  if (only && only.start === start && only.end === end) return only.role === "item" ? only : { ...only, role: "item" };
  return { start, end, kind: "part", role: "item", children: inside, slot: anyPart };
}

/** A statement before it is known what stands below it. */
interface Unit {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  readonly pieces: readonly Node[];
}

function statements(bytes: Uint8Array, { start, end, pieces }: Bracket): readonly Node[] {
  const units: Unit[] = [];
  let from = start + 1;
  let inside: Node[] = [];
  const cut = (to: number) => {
    const [first, last] = trimmed(bytes, from, to);
    // What begins in the middle of a line stands as deep as what is before it; behind the bracket, nothing is below it.
    const indent = indentOf(bytes, first) ?? units.at(-1)?.indent ?? Number.POSITIVE_INFINITY;
    if (first < last) units.push({ start: first, end: last, indent, pieces: inside });
    inside = [];
    from = to;
  };
  pieces.forEach((piece, i) => {
    if (piece.kind === "\n") {
      const begun = trimmed(bytes, from, piece.start);
      if (begun[0] === begun[1] || !braceFollows(bytes, piece.end, pieces[i + 1])) cut(piece.start);
      return;
    }
    inside.push(piece);
    if (piece.kind === ";" || (piece.kind === "braces" && endsStatement(bytes, piece))) cut(piece.end);
  });
  cut(end);
  return nested(bytes, units);
}

/** How deep the line stands that begins here; undefined in the middle of a line. */
function indentOf(bytes: Uint8Array, place: number): number | undefined {
  let at = place;
  while (isBlank(bytes[at - 1])) at--;
  if (at > 0 && bytes[at - 1] !== newline) return undefined;
  let indent = 0;
  for (; at < place; at++) indent = bytes[at] === tab ? (Math.floor(indent / 8) + 1) * 8 : indent + 1;
  return indent;
}

function braceFollows(bytes: Uint8Array, at: number, next: Node | undefined): boolean {
  while (isBlank(bytes[at])) at++;
  return next?.kind === "braces" && next.start === at;
}

/** Whether the words behind a `}` on its line are another statement: `} foo();`, but not `} else {` or `${name}s`. */
function endsStatement(bytes: Uint8Array, braces: Node): boolean {
  let next = braces.end;
  while (isBlank(bytes[next])) next++;
  if (!isWord(bytes[next]) || goesOn.has(wordAt(bytes, next))) return false;
  const before = bytes[braces.start - 1] ?? newline;
  if (next === braces.end) return !expands.has(before);
  const last = bytes[(braces.children.at(-1)?.end ?? 0) - 1];
  return (isSpace(before) || before === closingRound) && (last === semicolon || last === closingBrace);
}

/** `${…}`, `#{…}`, `%{…}` and `\{…}` stand in the middle of words. */
const expands = new Set([dollar, hash, percent, backslash]);
const goesOn = new Set(["else", "elseif", "elif", "elsif", "catch", "finally", "except", "rescue", "ensure"]);
const closes = new Set(["end", "endif", "endfor", "endwhile", "endfunction", "fi", "done", "esac"]);

/** A statement to which those below it are still being added. */
interface Branch {
  readonly unit: Unit;
  readonly indent: number;
  readonly below: Node[];
}

/** Invariant: from the bottom of the stack to its top, each branch stands deeper than, and below, the one before. */
function nested(bytes: Uint8Array, units: readonly Unit[]): readonly Node[] {
  const top: Node[] = [];
  const stack: Branch[] = [];
  const finish = () => {
    const node = statementNode(bytes, stack.pop()!);
    (stack.at(-1)?.below ?? top).push(node);
  };
  for (const unit of units) {
    const follows = follow(bytes, unit);
    let indent = unit.indent;
    for (let branch = stack.at(-1); branch && branch.indent >= indent; branch = stack.at(-1)) {
      if (follows && branch.indent === indent && hasBody(bytes, branch)) break;
      finish();
    }
    const above = stack.at(-1);
    const belongs = above?.indent === indent;
    if (belongs && follows === "closes") {
      above.below.push({ ...statementNode(bytes, { unit, indent, below: [] }), role: "fixed", slot: undefined });
      continue;
    }
    if (belongs) indent += 0.5;
    stack.push({ unit, indent, below: [] });
  }
  while (stack.length > 0) finish();
  return paragraphs(bytes, top);
}

function follow(bytes: Uint8Array, { start }: Unit): "goes on" | "closes" | undefined {
  if (bytes[start] === less && bytes[start + 1] === slash) return "closes";
  const word = wordAt(bytes, start);
  return goesOn.has(word) ? "goes on" : closes.has(word) ? "closes" : undefined;
}

function hasBody(bytes: Uint8Array, { unit, below }: Branch): boolean {
  return below.length > 0 ? below.at(-1)!.role === "item" : bytes[unit.end - 1] === closingBrace;
}

function statementNode(bytes: Uint8Array, { unit, below }: Branch): Node {
  const { start } = unit;
  const own = ownNodes(bytes, unit);
  if (below.length === 0)
    return { start, end: unit.end, kind: "statement", role: "item", children: own, slot: anyStatement };
  const line: Node = { start, end: unit.end, kind: "line", role: "fixed", children: own };
  const children = [line, ...paragraphs(bytes, below)];
  return { start, end: below.at(-1)!.end, kind: "statement", role: "item", children, slot: anyStatement };
}

/** The parts of a statement if there are several, or the brackets in it. */
function ownNodes(bytes: Uint8Array, { start, end, pieces }: Unit): readonly Node[] {
  const inside = pieces.filter((piece) => piece.kind !== ";");
  if (inside.some((piece) => piece.kind === ",")) {
    const list = parts(bytes, start, bytes[end - 1] === semicolon ? end - 1 : end, inside);
    if (list.filter((node) => node.role === "item").length > 1) return list;
  }
  const nodes = inside.filter((piece) => piece.role !== "separator");
  const [only] = nodes;
  // Leaving out the only bracket of a statement is leaving out the statement.
  return only?.role === "item" && only.start === start && only.end === end ? [{ ...only, role: "fixed" }] : nodes;
}

/** Statements with no empty line between are put together, unless these are all there are. */
function paragraphs(bytes: Uint8Array, nodes: readonly Node[]): readonly Node[] {
  const groups: Node[][] = [];
  let open = false;
  for (const node of nodes) {
    const before = groups.at(-1)?.at(-1);
    const joins = open && node.role === "item" && !hasEmptyLine(bytes, before!.end, node.start);
    if (joins) groups.at(-1)!.push(node);
    else groups.push([node]);
    open = node.role === "item";
  }
  if (groups.filter((group) => group[0]!.role === "item").length < 2) return nodes;
  return groups.map((group) => (group.length > 1 ? paragraph(group) : group[0]!));
}

function paragraph(group: Node[]): Node {
  return { start: group[0]!.start, end: group.at(-1)!.end, kind: "paragraph", role: "item", children: group };
}

function hasEmptyLine(bytes: Uint8Array, from: number, to: number): boolean {
  let lines = 0;
  for (let at = from; at < to; at++) if (bytes[at] === newline) lines++;
  return lines > 1;
}

const longestWord = 12;

function wordAt(bytes: Uint8Array, start: number): string {
  let end = start;
  while (end - start < longestWord && isWord(bytes[end])) end++;
  return String.fromCharCode(...bytes.subarray(start, end));
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab || byte === carriageReturn;
}
