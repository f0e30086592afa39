interface ListOptions {
  /** Maximum number of items to name. */
  readonly max?: number;
  /** How many there are, if `items` are only some of them. */
  readonly total?: number;
}

/** A list in a sentence: "a", "a and b", "a, b and c", "a, b and 7 more". */
export function listText(items: readonly string[], options: ListOptions = {}): string {
  const { max = items.length, total = items.length } = options;
  const named = items.slice(0, max);
  const more = total - named.length;
  const all = more > 0 ? [...named, `${more.toLocaleString("en-US")} more`] : named;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
