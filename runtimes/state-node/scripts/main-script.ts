import { createRequire } from "node:module";
import { join } from "node:path";
import type { OwnFiles } from "./own-files.ts";

/** Tells whether the program begins with a file: the script that Node was given, or else the first of the program's own. */
export function mainScript(own: OwnFiles): (path: string) => boolean {
  let main = scriptOfCommand(own);
  return (path) => {
    main ??= path;
    return path === main;
  };
}

function scriptOfCommand(own: OwnFiles): string | undefined {
  const [, script] = process.argv;
  if (script === undefined) return undefined;
  try {
    const path = createRequire(join(process.cwd(), "any.js")).resolve(script);
    return own.has(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
