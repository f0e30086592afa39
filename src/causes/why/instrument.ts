/** A command of culprit that isolates a cause: the words after `culprit`. */
export interface Instrument {
  readonly command: string;
  readonly words: readonly string[];
  /** The command as the user may repeat it; undefined: the words themselves. */
  readonly shown?: string;
}
