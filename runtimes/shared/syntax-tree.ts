import { type Options, parse } from "acorn";

/** A node of the syntax tree of JavaScript, with its members. */
export interface SyntaxNode {
  readonly type: string;
  /** Offsets in the source. */
  readonly start: number;
  readonly end: number;
  readonly loc: { readonly start: AcornPosition; readonly end: AcornPosition };
  // biome-ignore lint/suspicious/noExplicitAny: nodes of all kinds are visited alike
  readonly [member: string]: any;
}

/** Lines from 1, columns from 0. */
export interface AcornPosition {
  readonly line: number;
  readonly column: number;
}

export type SourceType = "module" | "script";

/** Undefined: the source has a syntax error, or is newer than the parser. `loc` is there with the option `locations`. */
export function parseSource(
  source: string,
  sourceType: SourceType,
  options: Partial<Options> = {},
): SyntaxNode | undefined {
  const all: Options = {
    ecmaVersion: "latest",
    sourceType,
    allowHashBang: true,
    allowReturnOutsideFunction: sourceType === "script",
    ...options,
  };
  try {
    return parse(source, all) as unknown as SyntaxNode;
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
