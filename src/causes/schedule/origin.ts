/**
 * What tells two events apart that were made at the same place: the first of what led to the one and not to the other. Undefined
 * where that, too, was made at one place.
 */
export function origins(
  first: string,
  second: string,
  whereOf: (event: string) => string | undefined,
): readonly [first: string, second: string] | undefined {
  const [one, other] = [lineage(first), lineage(second)];
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const [a, b] = [one[i]!, other[i]!];
    if (a === b) continue;
    const [from, to] = [whereOf(a), whereOf(b)];
    if (from !== undefined && to !== undefined && from !== to) return [from, to];
  }
  return undefined;
}

/**
 * An event and what led to it, from the first on: an id is the parent's with an ordinal, equal ones in a row counted, so `0.2x2`
 * is the second child of `0.2`.
 */
export function lineage(id: string): string[] {
  const parts = id.split(".");
  return parts.flatMap((part, i) => {
    // The hash that stands for a long id may look like anything.
    const [, ordinal = part, times = "1"] = /^(\d+)x(\d+)$/.exec(part) ?? [];
    const stem = parts.slice(0, i).join(".");
    return Array.from({ length: Number(times) }, (_, n) => {
      const own = n === 0 ? ordinal : `${ordinal}x${n + 1}`;
      return stem === "" ? own : `${stem}.${own}`;
    });
  });
}
