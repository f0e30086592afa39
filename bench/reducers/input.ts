/** What the languages have reducers of their own for. */
export type Language = "text" | "json" | "c" | "c++" | "javascript" | "typescript" | "python" | "html" | "xml" | "css";

/** Programs have the stricter bar: there structure pays. */
export type Kind = "data" | "program";

/** Something to reduce, the same for all tools. */
export interface Input {
  readonly name: string;
  readonly language: Language;
  readonly kind: Kind;
  /** What it is and what judges it, in a few words for the heading. */
  readonly about: string;
  /** The file, or the folder, that holds the candidate where a test runs. */
  readonly candidate: string;
  /** Fetches what it needs; throws where that cannot be had. */
  make(): Material;
}

export interface Material {
  /** Paths, relative to where a test runs, and contents. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** A shell script as for C-Reduce: it runs where the candidate is, and exits 0 where it is interesting. */
  readonly test: string;
}

/** Not a folder; few tools take those. */
export function isOneFile({ candidate }: Input): boolean {
  return candidate.includes(".");
}
