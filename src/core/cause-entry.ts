/** One run of adjacent deltas of the cause. */
export interface CauseEntry {
  readonly text?: string;
  /** Instead of `text` where the bytes are not UTF-8. */
  readonly base64?: string;
  readonly file?: string;
  readonly line?: number;
  /** The thread, or the event, that is meant. */
  readonly thread?: string;
  /** The thread that runs meanwhile, or the event that comes after it. */
  readonly against?: string;
  /** The variable of the environment, or of the program, whose values `old` and `new` are; one that is not set has none. */
  readonly variable?: string;
  /** Where the program was stopped when the variable had those values. */
  readonly place?: string;
  /** The function or the file in which the variable lives. */
  readonly scope?: string;
  /** The package whose versions `old` and `new` are; one that is added has no old one, one that is removed no new one. */
  readonly package?: string;
  /** Isolating between two worlds: what the passing one has there, and the failing one. */
  readonly old?: string;
  readonly new?: string;
  /** What kind of change it is, where it is not an edit of a text: added, deleted, replaced, renamed, mode. */
  readonly change?: string;
  /** Not what makes the difference, but what that needs to be there at all. */
  readonly context?: true;
  /** The commit that brought it. */
  readonly commit?: string;
  readonly author?: string;
  readonly date?: string;
  readonly subject?: string;
}
