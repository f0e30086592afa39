/** At most `limit` of the items, evenly spread, always with the first and the last. */
export function evenly<T>(items: readonly T[], limit: number): readonly T[] {
  if (items.length <= limit) return items;
  return Array.from({ length: limit }, (_, i) => items[Math.round((i * (items.length - 1)) / (limit - 1))]!);
}
