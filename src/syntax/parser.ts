import type * as TreeSitter from "web-tree-sitter";
import { finish, type Work } from "../core/work.ts";
import { type Grammar, readGrammar, readTables } from "./grammar.ts";
import type { GrammarLanguage } from "./languages.ts";
import type { Node } from "./node.ts";
import { type Child, type Parent, withRoles } from "./roles.ts";

/** Makes trees of texts in one language. */
export interface Parser {
  readonly grammar: Grammar;
  readonly parse: (bytes: Uint8Array) => Node;
  /** The same, but in a large text only large nodes are expanded. */
  readonly parseRoughly: (bytes: Uint8Array) => Node;
  /**
   * The same in steps, and only nodes in which something matters are expanded; undefined if the grammar does not make
   * sense of all of it.
   */
  readonly parseInSteps: (bytes: Uint8Array, matters: Matters) => Work<Node | undefined>;
  /** Whether the grammar makes sense of all of it. */
  readonly isWellFormed: (bytes: Uint8Array) => boolean;
}

/** Whether a range of a text holds, or touches, anything of interest. */
export type Matters = (start: number, end: number) => boolean;

const loaded = new Map<string, Promise<Parser>>();

/** The parser of a language, loaded when it is first needed. */
export function parserOf(language: GrammarLanguage): Promise<Parser> {
  const parser = loaded.get(language.name) ?? load(language);
  loaded.set(language.name, parser);
  return parser;
}

async function load(language: GrammarLanguage): Promise<Parser> {
  const { Language: Tables, Parser } = await import("web-tree-sitter");
  await Parser.init();
  const grammar = readGrammar(language);
  const tables = await Tables.load(readTables(language));
  const newParser = () => new Parser().setLanguage(tables);
  const parser = newParser();
  const read = <T>(bytes: Uint8Array, use: (tree: TreeSitter.Tree) => T): T => {
    const tree = parser.parse(asParsed(bytes));
    if (!tree) throw new Error("the parser gave up without being asked to");
    try {
      return use(tree);
    } finally {
      tree.delete();
    }
  };
  return {
    grammar,
    parse: (bytes) => read(bytes, (tree) => finish(convertTree(tree, { length: bytes.length, minSize: 0 }, grammar))),
    parseRoughly: (bytes) => read(bytes, (tree) => finish(convertTree(tree, roughExtent(bytes), grammar))),
    parseInSteps: function* (bytes, matters) {
      const tree = yield* parseInSteps(newParser(), bytes);
      try {
        return isWellFormedTree(tree.rootNode, language)
          ? yield* convertTree(tree, { ...roughExtent(bytes), matters }, grammar)
          : undefined;
      } finally {
        tree.delete();
      }
    },
    isWellFormed: (bytes) => read(bytes, ({ rootNode }) => isWellFormedTree(rootNode, language)),
  };
}

/** Milliseconds of parsing between two steps. */
const stepDuration = 30;

/** Parses with a parser of its own: until it is done, it can parse nothing else. */
function* parseInSteps(parser: TreeSitter.Parser, bytes: Uint8Array): Work<TreeSitter.Tree> {
  const text = asParsed(bytes);
  try {
    for (;;) {
      const end = performance.now() + stepDuration;
      // Whatever its type says, what it returns decides whether the parser pauses; called again, it continues.
      const tree = parser.parse(text, null, { progressCallback: () => performance.now() > end });
      if (tree) return tree;
      yield;
    }
  } finally {
    parser.delete();
  }
}

/** In HTML nearly everything is allowed, but there should be no end tag of nothing, for which the grammar has a kind. */
function isWellFormedTree(root: TreeSitter.Node, { name }: GrammarLanguage): boolean {
  return name === "html" ? root.descendantsOfType("erroneous_end_tag").length === 0 : !root.hasError;
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

interface Open extends Parent {
  readonly named: boolean;
  readonly field: string | null;
  readonly children: Child[];
}

/** Nodes this many times smaller than the text are not expanded: when the large ones are gone, it is parsed again. */
const maxNodes = 50_000;

/** Number of nodes converted between two steps. */
const nodesPerStep = 5000;

function roughExtent({ length }: Uint8Array): Extent {
  return { length, minSize: length / maxNodes };
}

interface Extent {
  readonly length: number;
  /** Smaller nodes are not expanded. */
  readonly minSize: number;
  readonly matters?: Matters;
}

/** The parser's tree as our own. Walks without recursion: inputs may be nested deeper than the stack. */
function* convertTree(tree: TreeSitter.Tree, extent: Extent, grammar: Grammar): Work<Node> {
  const { length, minSize, matters = () => true } = extent;
  const cursor = tree.walk();
  const stack: Open[] = [openNode(cursor)];
  let nodes = 0;
  do {
    if (++nodes % nodesPerStep === 0) yield;
    const { start, end } = stack.at(-1)!;
    if (end - start >= minSize && matters(start, end) && cursor.gotoFirstChild()) {
      stack.push(openNode(cursor));
      continue;
    }
    while (stack.length > 1) {
      closeLast(stack, grammar);
      if (cursor.gotoNextSibling()) {
        stack.push(openNode(cursor));
        break;
      }
      cursor.gotoParent();
    }
  } while (stack.length > 1);
  const root = stack[0]!;
  cursor.delete();
  return {
    kind: root.kind,
    start: 0,
    end: length,
    role: "fixed",
    children: withRoles({ ...root, start: -1 }, grammar),
  };
}

function openNode(cursor: TreeSitter.TreeCursor): Open {
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
  const inside = withRoles(open, grammar);
  const node: Node = { kind, start, end, role: "fixed", children: inside, field: field ?? undefined };
  stack.at(-1)!.children.push({ node, named });
}
