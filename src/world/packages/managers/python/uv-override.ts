/** A pyproject.toml with one more pin in uv's list of overrides. */
export function withOverride(text: string, pin: string): string {
  const [before, table, after = ""] = text.split(
    /^(\[[^\S\n]*tool[^\S\n]*\.[^\S\n]*uv[^\S\n]*\][^\S\n]*(?:#.*)?\r?\n)/m,
  );
  if (table === undefined) return `${text.trimEnd()}\n\n[tool.uv]\noverride-dependencies = [${pin}]\n`;
  const end = after.search(/^\[/m);
  const [own, rest] = end === -1 ? [after, ""] : [after.slice(0, end), after.slice(end)];
  const list = /^([^\S\n]*override-dependencies\s*=\s*\[)/m;
  const changed = list.test(own) ? own.replace(list, `$1${pin}, `) : `override-dependencies = [${pin}]\n${own}`;
  return `${before}${table}${changed}${rest}`;
}
