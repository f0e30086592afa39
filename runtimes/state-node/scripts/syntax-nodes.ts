import { type Options, parse } from "acorn";

/** Lines and columns from 0, as the debugger counts. */
export interface Point {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** A node of the syntax tree, with its members. */
export interface SyntaxNode {
  readonly type: string;
  readonly loc: { readonly start: AcornPosition; readonly end: AcornPosition };
  // biome-ignore lint/suspicious/noExplicitAny: nodes of all kinds are visited alike
  readonly [member: string]: any;
}

/** Lines from 1, columns from 0. */
interface AcornPosition {
  readonly line: number;
  readonly column: number;
}

/** Undefined: the source has a syntax error, or is newer than the parser. */
export function parseSource(source: string, sourceType: "module" | "script"): SyntaxNode | undefined {
  const options: Options = {
    ecmaVersion: "latest",
    sourceType,
    allowHashBang: true,
    allowReturnOutsideFunction: sourceType === "script",
    locations: true,
  };
  try {
    return parse(source, options) as unknown as SyntaxNode;
  } catch {
    return undefined;
  }
}

export function* childrenOf(node: SyntaxNode): Generator<[member: string, child: SyntaxNode]> {
  for (const [member, value] of Object.entries(node)) {
    if (Array.isArray(value)) {
      for (const each of value) if (typeof each?.type === "string") yield [member, each];
    } else if (typeof value?.type === "string") yield [member, value];
  }
}

export function isFunction({ type }: SyntaxNode): boolean {
  return /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(type);
}

export function pointOf({ line, column }: AcornPosition): Point {
  return { lineNumber: line - 1, columnNumber: column };
}
