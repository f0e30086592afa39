import type { Grammar } from "../syntax/grammar.ts";
import type { Node } from "../syntax/node.ts";
import type { Draft } from "./draft.ts";

/** Maximum number of trees kept: passes return to the same texts. */
const maxTrees = 8;

/** The trees of drafts, in one language. */
export class Syntax {
  readonly grammar: Grammar | undefined;
  readonly #parse: (bytes: Uint8Array) => Node;
  readonly #trees = new Map<string, Node>();

  constructor(parse: (bytes: Uint8Array) => Node, grammar?: Grammar) {
    this.#parse = parse;
    this.grammar = grammar;
  }

  tree(draft: Draft): Node {
    const tree = this.#trees.get(draft.content) ?? this.#parse(draft.bytes);
    this.#trees.delete(draft.content);
    this.#trees.set(draft.content, tree);
    if (this.#trees.size > maxTrees) this.#trees.delete(this.#trees.keys().next().value!);
    return tree;
  }
}

/** Every node, each before those inside it. */
export function* nodesOf(root: Node): Generator<Node> {
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
  }
}

/** The nodes without children: words, numbers, brackets. */
export function* leavesOf(root: Node): Generator<Node> {
  for (const node of nodesOf(root)) if (node.children.length === 0) yield node;
}

/** Whether a leaf is a name that the text itself may have given. */
export function isName({ kind }: Node): boolean {
  return /identifier|name|word|constant/.test(kind);
}

export function textOf({ start, end }: Node, bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
}
