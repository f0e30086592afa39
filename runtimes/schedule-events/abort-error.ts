/** As Node says that something was broken off by an AbortSignal. */
export class AbortError extends Error {
  readonly code = "ABORT_ERR";
  constructor(cause: unknown) {
    super("The operation was aborted", { cause });
    this.name = "AbortError";
  }
}
