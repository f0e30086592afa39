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

/** The program's own environment, which the debuggee puts back. */
export interface Mission {
  readonly plan: string;
  readonly nodeOptions?: string;
}

export const missionVariable = "CULPRIT_STATE";
