/**
 * Where two events that were created at the same place come from: the places of the first of their ancestors that differ.
 * Undefined if the ancestors, too, were created at the same places.
 */
export function origins(
  first: string,
  second: string,
  placeOf: (event: string) => string | undefined,
): readonly [first: string, second: string] | undefined {
  const [one, other] = [lineage(first), lineage(second)];
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const [a, b] = [one[i]!, other[i]!];
    if (a === b) continue;
    const [from, to] = [placeOf(a), placeOf(b)];
    if (from !== undefined && to !== undefined && from !== to) return [from, to];
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
