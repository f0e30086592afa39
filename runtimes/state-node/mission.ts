/** How the debuggee tells its driver what happened, a line each, in a file beside the plan. */
export type Told =
  | { readonly what: "reached" }
  | { readonly what: "stopped" }
  | { readonly what: "impossible"; readonly why: string };

export const toldBeside = (plan: string): string => `${plan}.told`;

/** The program does something that is not looked into. */
export interface Elsewhere {
  readonly what: "worker threads" | "other processes";
}

export const elsewhereBeside = (plan: string): string => `${plan}.elsewhere`;

/** How often the place was reached so far; there from the moment on at which it is known to be in the program. */
export const timesBeside = (plan: string): string => `${plan}.times`;

/** Where the place is not: what may have been meant. */
export interface Near {
  readonly near: string;
}

export const nearBeside = (plan: string): string => `${plan}.near`;

/** The program's own environment, which the debuggee puts back. */
export interface Mission {
  readonly plan: string;
  readonly nodeOptions?: string;
}

export const missionVariable = "CULPRIT_STATE";
