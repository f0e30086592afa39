/** Whether a path matches a pattern with `*`, `**` (across folders) and `?`; a folder stands for everything in it. */
export function matchesGlob(path: string, pattern: string): boolean {
  return regexOf(pattern.replace(/^\.\//, "").replace(/\/$/, "")).test(path);
}

function regexOf(pattern: string): RegExp {
  const body = pattern.replace(/\*\*\/|\*\*|\*|\?|[.+^${}()|[\]\\]/g, (token) => {
    if (token === "**/") return "(?:.*/)?";
    if (token === "**") return ".*";
    if (token === "*") return "[^/]*";
    return token === "?" ? "[^/]" : `\\${token}`;
  });
  // A pattern without a slash matches names in any folder, as in .gitignore.
  const anywhere = pattern.includes("/") ? "" : "(?:.*/)?";
  return new RegExp(`^${anywhere}${body}(?:/.*)?$`);
}
