import type * as TreeSitter from "web-tree-sitter";
import { type Grammar, readGrammar, readTables } from "./grammar.ts";
import type { Language } from "./languages.ts";
import type { Node, Role } from "./node.ts";

/** Makes trees of texts in one language. */
export interface Parser {
  readonly grammar: Grammar;
  readonly parse: (bytes: Uint8Array) => Node;
}

const loaded = new Map<string, Promise<Parser>>();

/** The parser of a language, loaded when it is first needed. */
export function parserOf(language: Language): Promise<Parser> {
  const parser = loaded.get(language.name) ?? load(language);
  loaded.set(language.name, parser);
  return parser;
}

async function load(language: Language): Promise<Parser> {
  const { Language: Tables, Parser } = await import("web-tree-sitter");
  await Parser.init();
  const grammar = readGrammar(language);
  const parser = new Parser();
  parser.setLanguage(await Tables.load(readTables(language)));
  return {
    grammar,
    parse: (bytes) => {
      const tree = parser.parse(asParsed(bytes));
      if (!tree) throw new Error("the parser gave up without being asked to");
      try {
        return outlined(tree, bytes.length, grammar);
      } finally {
        tree.delete();
      }
    },
  };
}

/**
 * One character for each byte, so that places are bytes whatever the encoding is, or the mixture of encodings. Bytes
 * beyond ASCII become a letter: in most grammars such bytes are parts of names, strings and comments.
 */
function asParsed(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const letters = text.replace(/[\x80-\xff]/g, "ä").replaceAll("\0", " ");
  return text.startsWith("\xef\xbb\xbf") ? `   ${letters.slice(3)}` : letters;
}

interface Open {
  readonly kind: string;
  readonly named: boolean;
  readonly field: string | null;
  readonly start: number;
  readonly end: number;
  readonly children: Child[];
}

interface Child {
  readonly node: Node;
  readonly named: boolean;
  readonly field: string | null;
}

/** The parser's tree as our own. Walks without recursion: inputs may be nested deeper than the stack. */
function outlined(tree: TreeSitter.Tree, length: number, grammar: Grammar): Node {
  const cursor = tree.walk();
  const stack: Open[] = [opened(cursor)];
  do {
    if (cursor.gotoFirstChild()) {
      stack.push(opened(cursor));
      continue;
    }
    while (stack.length > 1) {
      closeLast(stack, grammar);
      if (cursor.gotoNextSibling()) {
        stack.push(opened(cursor));
        break;
      }
      cursor.gotoParent();
    }
  } while (stack.length > 1);
  const root = stack[0]!;
  cursor.delete();
  return { kind: root.kind, start: 0, end: length, role: "fixed", children: withRoles(root, grammar) };
}

function opened(cursor: TreeSitter.TreeCursor): Open {
  return {
    kind: cursor.nodeType,
    named: cursor.nodeIsNamed,
    field: cursor.currentFieldName,
    start: cursor.startIndex,
    end: cursor.endIndex,
    children: [],
  };
}

/** The innermost open node is complete. Its own role is decided when its parent is. */
function closeLast(stack: Open[], grammar: Grammar): void {
  const open = stack.pop()!;
  const { kind, start, end, named, field } = open;
  const node: Node = { kind, start, end, role: "fixed", children: withRoles(open, grammar), field: field ?? undefined };
  // A node without text stands for what the parser missed.
  if (end > start) stack.at(-1)!.children.push({ node, named, field });
}

/** Tokens that end what is before them, rather than keep it apart from what follows. */
const terminators = new Set([";", ";;", "\n"]);

/** An item together with the token that ends it: they go together. */
function ended(item: Node, terminator: Node): Node {
  const { start, field } = item;
  return {
    kind: "",
    start,
    end: terminator.end,
    role: "item",
    children: [{ ...item, role: "fixed" }, terminator],
    field,
  };
}

function withRoles(parent: Open, grammar: Grammar): Node[] {
  const { children } = parent;
  const broken = parent.kind === "ERROR";
  const placed = children.map((child) => ({ ...child, slot: grammar.slot(parent.kind, child.field) }));
  const crowded = (field: string | null) => children.filter((each) => each.named && each.field === field).length > 1;
  const isItem = ({ node, named, field, slot }: (typeof placed)[number]) =>
    broken ||
    node.kind === "ERROR" ||
    (named && grammar.isExtra(node.kind)) ||
    (slot !== undefined && (named || field !== null) && (!slot.required || (slot.multiple && crowded(field))));
  const roles = placed.map((child): Role => (isItem(child) ? "item" : "fixed"));
  placed.forEach((child, i) => {
    if (roles[i] === "fixed" && !child.named && separates(i)) roles[i] = "separator";
  });
  const nodes: Node[] = [];
  placed.forEach(({ node, named, slot }, i) => {
    const role = roles[i]!;
    const kinds = named ? slot?.kinds : undefined;
    if (role === "separator" && terminators.has(node.kind)) nodes.push(ended(nodes.pop()!, node));
    else nodes.push(role === "fixed" && !kinds ? node : { ...node, role, slot: kinds });
  });
  return nodes;

  /** A token between two items of one place that takes several, or the same token behind the last of them. */
  function separates(i: number): boolean {
    const before = placed[i - 1];
    const after = placed[i + 1];
    if (!before || roles[i - 1] !== "item" || !before.slot?.multiple) return false;
    if (terminators.has(placed[i]!.node.kind)) return true;
    if (after && roles[i + 1] === "item" && after.named) return after.slot === before.slot;
    return i >= 2 && roles[i - 2] === "separator" && placed[i - 2]!.node.kind === placed[i]!.node.kind;
  }
}
