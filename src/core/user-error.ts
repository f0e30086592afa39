/** An error the user can fix: the message says what happened, with what, and what to do next. No stack trace. */
export class UserError extends Error {
  override readonly name = "UserError";
  /** 2 for wrong usage, 1 if the usage was right but nothing can be found. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
