import {
  backslash,
  closingBrace,
  closingRound,
  dollar,
  hash,
  isBlank,
  isSpace,
  isWord,
  less,
  newline,
  percent,
  semicolon,
  slash,
  tab,
  trimmed,
} from "./bytes.ts";
import type { Node } from "./node.ts";
import { paragraphs } from "./paragraphs.ts";
import { parts, type TextSection } from "./parts.ts";

const anyStatement: ReadonlySet<string> = new Set(["statement"]);

/** The statements of a text or of what is in a bracket: each with those below it, in paragraphs. */
export function statements(bytes: Uint8Array, { start, end, pieces }: TextSection): readonly Node[] {
  const units: Unit[] = [];
  let from = start;
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

/** A statement before it is known what stands below it. */
interface Unit extends TextSection {
  readonly indent: number;
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
  if (!isWord(bytes[next]) || continuations.has(wordAt(bytes, next))) return false;
  const before = bytes[braces.start - 1] ?? newline;
  if (next === braces.end) return !expands.has(before);
  const last = bytes[(braces.children.at(-1)?.end ?? 0) - 1];
  return (isSpace(before) || before === closingRound) && (last === semicolon || last === closingBrace);
}

/** `${…}`, `#{…}`, `%{…}` and `\{…}` stand in the middle of words. */
const expands = new Set([dollar, hash, percent, backslash]);
const continuations = new Set(["else", "elseif", "elif", "elsif", "catch", "finally", "except", "rescue", "ensure"]);
const closers = new Set(["end", "endif", "endfor", "endwhile", "endfunction", "fi", "done", "esac"]);

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

function follow(bytes: Uint8Array, { start }: Unit): "continues" | "closes" | undefined {
  if (bytes[start] === less && bytes[start + 1] === slash) return "closes";
  const word = wordAt(bytes, start);
  return continuations.has(word) ? "continues" : closers.has(word) ? "closes" : undefined;
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
    const list = parts(bytes, { start, end: bytes[end - 1] === semicolon ? end - 1 : end, pieces: inside });
    if (list.filter((node) => node.role === "item").length > 1) return list;
  }
  const nodes = inside.filter((piece) => piece.role !== "separator");
  const [only] = nodes;
  // Leaving out the only bracket of a statement is leaving out the statement.
  return only?.role === "item" && only.start === start && only.end === end ? [{ ...only, role: "fixed" }] : nodes;
}

const maxWordLength = 12;

function wordAt(bytes: Uint8Array, start: number): string {
  let end = start;
  while (end - start < maxWordLength && isWord(bytes[end])) end++;
  return String.fromCharCode(...bytes.subarray(start, end));
}
