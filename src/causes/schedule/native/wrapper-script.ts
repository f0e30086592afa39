import { chmod, writeFile } from "node:fs/promises";

/** Writes an executable shell script. */
export async function writeScript(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o755);
}

/** Words quoted for a POSIX shell. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w./=,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

/** The variable for a file that gets a line for each call of a compiler. */
export const builtVariable = "CULPRIT_BUILT";

/** A command for scripts. */
export const noteBuilt = `{ [ -z "$${builtVariable}" ] || echo built >>"$${builtVariable}"; }`;
