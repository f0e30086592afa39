import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { InputRequest } from "./request.ts";
import { runUserCommand } from "./user-command.ts";

const maxSeconds = 60;

/**
 * Runs the user's formatter on a text; undefined if it fails. The command gets the text on standard input and prints it,
 * or, where it contains the placeholder, changes the file of that name.
 */
export function formatText(
  text: Uint8Array,
  { format, failing, placeholder, cwd }: InputRequest,
): Uint8Array | undefined {
  const folder = mkdtempSync(join(tmpdir(), "culprit-format-"));
  try {
    const path = join(folder, basename(failing));
    writeFileSync(path, text);
    const inPlace = format!.includes(placeholder);
    const { status, stdout } = runUserCommand({
      command: format!.replaceAll(placeholder, path),
      cwd,
      input: inPlace ? undefined : text,
      env: { ...process.env, CULPRIT_INPUT: path },
      maxSeconds,
    });
    if (status !== 0) return undefined;
    return inPlace ? readFileSync(path) : stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
