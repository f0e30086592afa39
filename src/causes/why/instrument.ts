/** A command of culprit that isolates a cause: the words after `culprit`. */
export interface Instrument {
  readonly command: string;
  readonly words: readonly string[];
  /** Tells it from the other ones of the same run; undefined: its words do. */
  readonly name?: string;
  /** Files that it reads and that may hold secrets: only the user can read them, and they are gone when it ends. */
  readonly secretFiles?: readonly SecretFile[];
  /** The command as the user may repeat it; undefined: the words themselves. */
  readonly shown?: string;
}

export interface SecretFile {
  /** Absolute. */
  readonly path: string;
  readonly content: string;
}
