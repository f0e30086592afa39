/** How the process that carries out a plan ended. */
export interface ProcessEnd {
  readonly exit: number | undefined;
  readonly signal: string | undefined;
}

/** How a run by a plan ended: as the program did; or why the plan could not be carried out, in a message for people. */
export type RunEnd = { readonly exit: number } | { readonly signal: string } | { readonly message: string };

/** The exit status of drivers that could not carry out a plan. */
export const notCarriedOut = 125;

export function endOfProcess({ exit, signal }: ProcessEnd): RunEnd {
  return signal === undefined ? { exit: exit ?? notCarriedOut } : { signal };
}
