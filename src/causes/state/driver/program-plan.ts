import type { DriverPlan } from "../../../../runtimes/protocol/state.ts";

/** A plan for a driver, and where the program runs. */
export interface ProgramPlan extends DriverPlan {
  /** Undefined: the user's folder. */
  readonly cwd?: string;
  /** Variables that the program needs. */
  readonly environment?: Readonly<Record<string, string>>;
}
