import type { Arrival } from "../jdwp/events.ts";
import type { WatchedLocation } from "./place-locations.ts";

/**
 * A method may begin with a loop: then its first instruction is reached by calls, and by jumps within a call. Likewise the condition
 * of a loop is reached from other lines, and from the beginning or the step of the loop on its own line. The instructions from which
 * it is reached so are watched too.
 */
export class ArrivalFilter {
  /** Threads and instructions whose next arrival comes from such a jump. */
  readonly #jumped = new Set<string>();

  /** Whether the place is reached. At one instruction, hits are asked about before jumps. */
  isHit(
    { role, method, about }: Pick<WatchedLocation, "role" | "method" | "about">,
    { thread }: Pick<Arrival, "thread">,
  ): boolean {
    const key = `${thread} ${method.id} ${about}`;
    if (role === "hit") return !this.#jumped.delete(key);
    if (role === "jump") this.#jumped.add(key);
    else this.#jumped.delete(key);
    return false;
  }
}

/** Those that the program has arrived at, jumps last. */
export function watchedAt<T extends Pick<WatchedLocation, "role">>(
  arrivals: readonly Arrival[],
  watched: ReadonlyMap<number, T>,
): T[] {
  const order = ["hit", "past", "jump"];
  const found = arrivals.flatMap(({ request }) => watched.get(request) ?? []);
  return found.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
}
