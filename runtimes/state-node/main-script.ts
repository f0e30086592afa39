import { createRequire } from "node:module";
import { join } from "node:path";
import type { OwnFiles } from "./own-files.ts";

/** Says of a file whether the program begins with it: the script that Node was given, or else the first of the program's own. */
export function mainScript(own: OwnFiles): (path: string) => boolean {
  let main = givenToNode(own);
  return (path) => {
    main ??= path;
    return path === main;
  };
}

function givenToNode(own: OwnFiles): string | undefined {
  const [, given] = process.argv;
  if (given === undefined) return undefined;
  try {
    const path = createRequire(join(process.cwd(), "any.js")).resolve(given);
    return own.has(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
