import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { InputRequest } from "./request.ts";
import { runBriefly } from "./run-briefly.ts";

/** Seconds. */
const longest = 60;

/**
 * A text as the user's formatter writes it; undefined if that fails. The command gets the text on standard input and
 * prints it, or, where it has the placeholder in it, changes the file of that name.
 */
export function formatted(
  text: Uint8Array,
  { format, failing, placeholder, cwd }: InputRequest,
): Uint8Array | undefined {
  const folder = mkdtempSync(join(tmpdir(), "culprit-format-"));
  try {
    const path = join(folder, basename(failing));
    writeFileSync(path, text);
    const inPlace = format!.includes(placeholder);
    const { status, stdout } = runBriefly(format!.replaceAll(placeholder, path), longest, {
      cwd,
      input: inPlace ? undefined : text,
      env: { ...process.env, CULPRIT_INPUT: path },
    });
    if (status !== 0) return undefined;
    return inPlace ? readFileSync(path) : stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
