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

/** An event's id is its parent's with an ordinal, equal ones in a row counted: `0.2x2` is the first child of `0.2`. */
function lineage(id: string): string[] {
  const parts = id.split(".");
  return parts.flatMap((part, i) => {
    const [ordinal, times = "1"] = part.split("x");
    const stem = parts.slice(0, i).join(".");
    return Array.from({ length: Number(times) }, (_, n) => {
      const own = n === 0 ? ordinal! : `${ordinal}x${n + 1}`;
      return stem === "" ? own : `${stem}.${own}`;
    });
  });
}
