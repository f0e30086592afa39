/** The error that Node throws when an AbortSignal aborts an operation. */
export class AbortError extends Error {
  readonly code = "ABORT_ERR";
  constructor(cause: unknown) {
    super("The operation was aborted", { cause });
    this.name = "AbortError";
  }
}
