/**
 * Splits a text into words as a POSIX shell does: at white space, with quotes and backslashes removed. Nothing is
 * expanded. Undefined if a quote is not closed.
 */
export function splitShellWords(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  const piece = /(\s+)|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)/gsy;
  while (piece.lastIndex < text.length) {
    const match = piece.exec(text);
    if (match === null) return undefined;
    const [, space, single, double, escaped, plain] = match;
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + (single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? plain);
    }
  }
  return word === undefined ? words : [...words, word];
}

/**
 * The words of a command that is one line of text. One that only a shell understands is left to a shell, mistakes and all. Undefined if
 * it needs none, and a quote is not closed.
 */
export function wordsOfLine(line: string): readonly string[] | undefined {
  return needsShell(line.trim()) ? ["sh", "-c", line] : splitShellWords(line);
}

/** Whether a line has more than words and quotes: pipes, variables, patterns, assignments. */
export function needsShell(line: string): boolean {
  const unquoted = line.replace(/'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs, (piece) => (hasExpansion(piece) ? "$" : "x"));
  return /[|&;<>()$`*?#~\n]|^\w+=/.test(unquoted);
}

/** Variables and commands count in double quotes, too. */
function hasExpansion(piece: string): boolean {
  return piece.startsWith('"') && /[$`]/.test(piece.replace(/\\./gs, ""));
}
