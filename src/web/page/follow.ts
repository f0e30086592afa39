import { type Client, type OnEvent, Refused } from "./client.ts";

/** How long to wait before a lost connection is tried again, in milliseconds. */
const pause = 2000;

export interface Followed {
  /** Asked for each time that a connection is made. */
  readonly path: () => string;
  readonly onEvent: OnEvent;
  /** Whether there is a connection, and if there is none for good, why. */
  readonly onState: (isConnected: boolean, problem?: string) => void;
}

/** Follows events, across lost connections, until it is stopped. */
export async function follow(client: Client, stop: AbortSignal, { path, onEvent, onState }: Followed): Promise<void> {
  while (!stop.aborted) {
    try {
      await client.events(path(), stop, (name, data) => {
        onState(true);
        onEvent(name, data);
      });
    } catch (error) {
      if (stop.aborted) return;
      if (error instanceof Refused && error.status !== 429) return onState(false, error.message);
    }
    if (stop.aborted) return;
    onState(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
