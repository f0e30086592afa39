/** What this process and those that it starts see again: the variables without what was added to them (`launch.ts`). */
export function restoreEnvironment(variables: Record<string, string | undefined> = process.env): void {
  const added = variables.CULPRIT_SUITE_ADDED;
  if (added === undefined) return;
  delete variables.CULPRIT_SUITE_ADDED;
  for (const [name, [text, separator]] of Object.entries(JSON.parse(added) as Additions)) {
    const rest = without(variables[name] ?? "", text, separator);
    if (rest === "") delete variables[name];
    else variables[name] = rest;
  }
}

type Additions = Readonly<Record<string, readonly [text: string, separator: string]>>;

function without(value: string, text: string, separator: string): string {
  const parts = value.split(text).map((part, i, { length }) => {
    const start = i > 0 && part.startsWith(separator) ? separator.length : 0;
    const end = i < length - 1 && part.endsWith(separator) ? -separator.length : undefined;
    return part.slice(start, end);
  });
  return parts.filter((part) => part !== "").join(separator);
}
