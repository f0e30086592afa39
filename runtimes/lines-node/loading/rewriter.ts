import type { SourceType } from "../../shared/syntax-tree.ts";

export interface SourceKind {
  readonly type: SourceType;
  /** A test runner has put a function around it. */
  readonly isWrapped?: boolean;
}

export interface Rewriter {
  /** Whether a file is rewritten at all. */
  readonly has: (path: string) => boolean;
  readonly rewrite: (source: string, path: string, kind: SourceKind) => string;
}
