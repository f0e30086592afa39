/**
 * Places with their callers, as in `fs.open app.mjs:5:6 from line 9:3`, for people. The column of a caller is left out, unless
 * there are several calls in the same line.
 */
export function withShortCallers(texts: readonly string[]): string[] {
  const columns = new Map<string, Set<string>>();
  for (const text of texts)
    for (const { line, column } of callersIn(text)) columns.set(line, (columns.get(line) ?? new Set()).add(column));
  return texts.map((text) => {
    const names = callersIn(text).map(({ name, line, column }) =>
      columns.get(line)!.size > 1 ? ` from ${name}:${column}` : ` from ${name}`,
    );
    return names.length === 0 ? text : `${text.slice(0, text.indexOf(" from "))}${names.join("")}`;
  });
}

/** The callers in a text. A `line 9` is in the file of the place that stands before it. */
function callersIn(text: string): { name: string; line: string; column: string }[] {
  const [, file = ""] = /(\S+?):\d+:\d+ from /.exec(text) ?? [];
  return [...text.matchAll(/ from (line \d+|\S+?:\d+):(\d+)/g)].map(([, name = "", column = ""]) => ({
    name,
    line: name.replace(/^line /, `${file}:`),
    column,
  }));
}
