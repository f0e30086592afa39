import { UserError } from "../../core/user-error.ts";

/** Packages cannot be installed; `summary` says so in one sentence, the message also what to do. */
export class NotInstalled extends UserError {
  readonly summary: string;

  constructor(summary: string, more: string, exitCode: 1 | 2 = 1) {
    super(`${summary} ${more}`, exitCode);
    this.summary = summary;
  }
}
