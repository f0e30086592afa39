import type { Run } from "../run/run.ts";
import type { ProgressLine } from "./output/progress-line.ts";

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type StopSignal = keyof typeof exitCodes;

export interface SignalHandlers {
  /** The exit code for the signal that stopped the run, if one did. */
  readonly exitCode: number | undefined;
  /** Removes the handlers. */
  readonly release: () => void;
}

/** The first signal stops the run, which still writes its best result; the second one ends the process at once. */
export function stopOnSignals(run: Run, progress: Pick<ProgressLine, "end">): SignalHandlers {
  let exitCode: number | undefined;
  const names = Object.keys(exitCodes) as StopSignal[];
  const stop = (signal: StopSignal) => {
    if (exitCode !== undefined) process.exit(exitCodes[signal]);
    exitCode = exitCodes[signal];
    progress.end();
    run.stop("interrupted");
  };
  for (const name of names) process.on(name, stop);
  return {
    get exitCode() {
      return exitCode;
    },
    release: () => {
      for (const name of names) process.off(name, stop);
    },
  };
}
