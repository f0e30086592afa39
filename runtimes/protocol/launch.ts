import type { ProcessEnd, RunEnd } from "./run-end.ts";
import type { DriverPlan } from "./state.ts";

/** How to start a program that carries out a plan, without a driver beside it. */
export interface Launch {
  /** What to write to the plan's file before the start. */
  readonly plan: DriverPlan;
  readonly argv: readonly string[];
  /** Variables besides the inherited ones. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the end of the started process says about the run; answers for it where it could not. */
  readonly end: (ended: ProcessEnd) => RunEnd;
  /** How to start a template, a process that is ready and of which such runs can be copies; undefined: there is no way. */
  readonly template?: (socket: string) => TemplateLaunch;
}

/** How to start a template, which then answers at its socket. */
export type TemplateLaunch = Pick<Launch, "argv" | "environment">;
