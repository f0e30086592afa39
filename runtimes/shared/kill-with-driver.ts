import { endBySignal } from "./end-by-signal.ts";

/** A signal to this process ends what it has started too. */
export function killWithDriver(started: { killNow(): void }): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      started.killNow();
      endBySignal(signal);
    });
}
