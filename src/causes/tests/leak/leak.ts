/** What a test leaves behind that decides how another one ends. Plain data. */
export interface Leak {
  /** As people write it: `process.env.TZ`, `settings.currency`, a path. */
  readonly name: string;
  /** The file of the variable, if that does not follow from its name. */
  readonly file?: string;
  readonly kind: "memory" | "file";
  /** Undefined: there is none. Of files, nothing is said. */
  readonly old?: string;
  readonly new?: string;
  /** The line that did it, then the lines that led there, outwards. */
  readonly lines?: readonly { readonly file: string; readonly line: number }[];
}

/** Several things may have to come together. */
export interface FoundLeak {
  readonly leaks: readonly Leak[];
  /** Among how many differences they were found. */
  readonly differences: number;
}
