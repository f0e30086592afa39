import { UserError } from "../core/user-error.ts";

/** Another process works on the run. */
export class RunInUse extends UserError {
  constructor(run: string, process: number | undefined) {
    super(`The run ${run} is in use by process ${process}: wait for it, or stop it first.`);
  }
}
