import { ask, done, type Search } from "../core/search.ts";
import type { Node } from "../syntax/node.ts";
import type { Draft } from "./draft.ts";
import type { Pass } from "./pass.ts";
import { nodesOf, type Syntax } from "./syntax.ts";

/** Something that may take a node's place. */
type Substitute = { readonly text: string } | { readonly node: Node };

/** Maximum number of texts, and of parts, tried for one node. */
const maxTexts = 2;
const maxParts = 6;

/**
 * Puts something smaller in a node's place, where the grammar allows that: the shortest text of such a kind, or a part of
 * the node itself (a block for the loop around it, an operand for the sum). From the outside in.
 */
export function replacing(syntax: Syntax): Pass {
  return {
    name: "replace",
    about: "puts a part of a node, or the shortest text of its kind, in its place",
    begin: (draft) => {
      const nodes = candidates(syntax, draft, { start: 0, size: Number.POSITIVE_INFINITY });
      return nodes.length === 0 ? undefined : fromNode(syntax, draft, nodes, 0);
    },
  };
}

/** Where a sweep continues: at nodes after this place, or at the place and no larger. */
interface Place {
  readonly start: number;
  readonly size: number;
}

function candidates(syntax: Syntax, draft: Draft, { start, size }: Place): Node[] {
  const nodes: Node[] = [];
  for (const node of nodesOf(syntax.tree(draft))) {
    const ahead = node.start > start || (node.start === start && node.end - node.start <= size);
    if (ahead && node.slot && node.end - node.start > 1) nodes.push(node);
  }
  return nodes;
}

function fromNode(syntax: Syntax, draft: Draft, nodes: readonly Node[], i: number): Search<Draft, Draft> {
  // A loop, since many nodes in a row may have nothing to be replaced by.
  for (; i < nodes.length; i++) {
    const substitutes = substitutesFor(syntax, draft, nodes[i]!);
    if (substitutes.length > 0) return fromSubstitute(syntax, { draft, nodes, i, substitutes }, 0);
  }
  return done(draft);
}

interface AtNode {
  readonly draft: Draft;
  readonly nodes: readonly Node[];
  readonly i: number;
  readonly substitutes: readonly Substitute[];
}

function fromSubstitute(syntax: Syntax, at: AtNode, j: number): Search<Draft, Draft> {
  const { draft, nodes, i, substitutes } = at;
  const substitute = substitutes[j];
  if (!substitute) return fromNode(syntax, draft, nodes, i + 1);
  const node = nodes[i]!;
  const next = replaced(draft, node, substitute);
  return ask(next, draft, (outcome) => {
    if (outcome !== "fail") return fromSubstitute(syntax, at, j + 1);
    const size = "text" in substitute ? 0 : substitute.node.end - substitute.node.start;
    return fromNode(syntax, next, candidates(syntax, next, { start: node.start, size }), 0);
  });
}

function replaced(draft: Draft, { start, end }: Node, substitute: Substitute): Draft {
  const label = "text" in substitute ? substitute.text : `${substitute.node.start}-${substitute.node.end}`;
  const origin = { pass: "replace", left: `${start}-${end} → ${label}` };
  return draft.with(origin, origin.left, () => {
    if ("text" in substitute) return [{ start, end, text: Buffer.from(substitute.text) }];
    const { node } = substitute;
    return [
      { start, end: node.start },
      { start: node.end, end },
    ];
  });
}

function substitutesFor(syntax: Syntax, draft: Draft, node: Node): Substitute[] {
  return [...shortestTexts(syntax, draft, node), ...partsOf(node), ...knownLeaves(syntax, draft, node)];
}

/** Maximum size of a text in which leaves from elsewhere are tried too. */
const maxTextForLeaves = 200;

/** The shortest leaves of the text that may stand there: names are known where they stand elsewhere. */
function knownLeaves(syntax: Syntax, draft: Draft, { slot, start, end }: Node): Substitute[] {
  if (draft.bytes.length > maxTextForLeaves) return [];
  const texts = new Set<string>();
  for (const leaf of nodesOf(syntax.tree(draft))) {
    const isSmaller = leaf.end - leaf.start < end - start && (leaf.end <= start || leaf.start >= end);
    if (!isSmaller || leaf.children.length > 0 || !leaf.slot || !slot!.has(leaf.kind)) continue;
    texts.add(Buffer.from(draft.bytes.subarray(leaf.start, leaf.end)).toString("utf8"));
  }
  return [...texts]
    .sort((a, b) => a.length - b.length)
    .slice(0, maxTexts)
    .map((text) => ({ text }));
}

/** The shortest texts of kinds that may stand there, without names, which would have to be known first. */
function shortestTexts({ grammar }: Syntax, draft: Draft, { slot, start, end }: Node): Substitute[] {
  if (!grammar) return [];
  const own = Buffer.from(draft.bytes.subarray(start, end)).toString("latin1");
  const texts = new Set<string>();
  for (const kind of slot!) {
    const text = grammar.smallest(kind);
    if (text !== undefined && text !== "" && text.length < own.length && !/\b[aA]\b/.test(text)) texts.add(text);
  }
  return [...texts]
    .sort((a, b) => a.length - b.length)
    .slice(0, maxTexts)
    .map((text) => ({ text }));
}

/** The outermost parts of a node that may stand in its place, the largest first; and before those one far inside. */
function partsOf(node: Node): Substitute[] {
  const nearest = nearestParts(node);
  const chain = [node];
  for (let next = nearest[0]; next && chain.length < maxChain; next = nearestParts(next, node)[0]) chain.push(next);
  // What is nested deeply would take a test for each level otherwise.
  const inside = chain.length > minDeepChain ? [chain[chain.length >> 1]!] : [];
  return [...inside, ...nearest.slice(0, maxParts)].map((part) => ({ node: part }));
}

/** From this many levels on, half of them are left out at once; `maxChain` limits how many are counted. */
const minDeepChain = 6;
const maxChain = 2000;

/** `node` has the place in which they are to stand. */
function nearestParts(around: Node, node = around): Node[] {
  const found: Node[] = [];
  const stack = [...around.children];
  for (let part = stack.pop(); part; part = stack.pop()) {
    // Tokens have no slot: the keyword `import` is not the node of that name.
    if (part.slot && node.slot!.has(part.kind) && part.end - part.start < around.end - around.start) found.push(part);
    else stack.push(...part.children);
  }
  return found.sort((a, b) => b.end - b.start - (a.end - a.start));
}
