import { setTimeout as sleep } from "node:timers/promises";

/** Waits for something that other processes bring about, however long it takes: the limit of the test ends what hangs. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10);
}
