import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** `NAME-HASH`, as cargo calls test programs. The hash changes with the compiler and its options. */
export const hashAtEnd = /-[0-9a-f]{16}(?:\.exe)?$/;

/**
 * The file that a test program was compiled from: `src/lib.rs`, `tests/integration.rs`. The compiler writes it beside the program, first
 * among all that it read. If that is not there, the name of the program in the folder of its package.
 */
export function sourceOf(binary: string, packageFolder = process.env.CARGO_MANIFEST_DIR ?? process.cwd()): string {
  const list = binary.replace(/(?:\.exe)?$/, ".d");
  const source = existsSync(list) ? firstSource(readFileSync(list, "utf8"), binary) : undefined;
  const found = source === undefined ? undefined : fileAbove(source, packageFolder);
  return found ?? join(packageFolder, basename(binary).replace(hashAtEnd, ""));
}

/** `PROGRAM: FILE FILE`, as for make: spaces in paths have a backslash before them. */
function firstSource(list: string, binary: string): string | undefined {
  const line = list.split("\n").find((each) => each.replaceAll("\\ ", " ").startsWith(`${binary}: `));
  const path = line && /^(?:\\ |[^ ])+: ((?:\\ |[^ ])+)/.exec(line)?.[1];
  return path?.replaceAll("\\ ", " ");
}

/** The compiler runs in the folder of the workspace, which is that of the package or one around it. */
function fileAbove(path: string, folder: string): string | undefined {
  const file = resolve(folder, path);
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : fileAbove(path, dirname(folder));
}
