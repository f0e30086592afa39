import type { Swap } from "../../search/order-path.ts";

/**
 * Two events for people, told apart. If both were created at the same place, what led to each of them is added, or else its id.
 * `whereOf` knows the kind and the place of an event, as far as it was logged.
 */
export function distinctTexts({ first, second }: Swap, whereOf: WhereOf): readonly [first: string, second: string] {
  const [one, other] = [first, second].map((event) => whereOf(event) ?? `event ${event}`) as [string, string];
  if (placeIn(one) !== placeIn(other)) return [one, other];
  const found = origins(first, second, whereOf);
  const [a, b] = found ? found.map((event) => `after ${whereOf(event)}`) : [`event ${first}`, `event ${second}`];
  // Their callers are the same, too.
  return [`${withoutCallers(one)} (${a})`, `${withoutCallers(other)} (${b})`];
}

function withoutCallers(where: string): string {
  return where.replace(/ from .*/, "");
}

type WhereOf = (event: string) => string | undefined;

/** `app.mjs:5:6 from line 9:3` of `fs.open app.mjs:5:6 from line 9:3` */
function placeIn(where: string): string {
  return /\S+:\d+(:\d+)?( from .*)?$/.exec(where)?.[0] ?? where;
}

/**
 * Where two events that were created at the same place come from: the first of their ancestors that were created at different
 * places. Undefined if there are none.
 */
export function origins(
  first: string,
  second: string,
  whereOf: WhereOf,
): readonly [first: string, second: string] | undefined {
  const [one, other] = [lineage(first), lineage(second)];
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const [a, b] = [one[i]!, other[i]!];
    if (a === b) continue;
    const [from, to] = [whereOf(a), whereOf(b)];
    if (from !== undefined && to !== undefined && from !== to) return [a, b];
  }
  return undefined;
}

/**
 * The ancestors of an event, from the first on, and the event itself. An id is that of the parent and an ordinal; equal ordinals
 * in a row are counted, so `0.2x2` is the second child of `0.2`.
 */
export function lineage(id: string): string[] {
  const parts = id.split(".");
  return parts.flatMap((part, i) => {
    // A long id is replaced by a hash, which may look like a count.
    const [, ordinal = part, times = "1"] = /^(\d+)x(\d+)$/.exec(part) ?? [];
    const stem = parts.slice(0, i).join(".");
    return Array.from({ length: Number(times) }, (_, n) => {
      const own = n === 0 ? ordinal : `${ordinal}x${n + 1}`;
      return stem === "" ? own : `${stem}.${own}`;
    });
  });
}
