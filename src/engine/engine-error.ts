import { UserError } from "../core/user-error.ts";

/** An engine is at fault, or refuses: another one may do. All other errors are to be corrected here. */
export class EngineError extends UserError {
  constructor(message: string) {
    super(message, 1);
  }
}
