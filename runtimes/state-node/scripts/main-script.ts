import { createRequire } from "node:module";
import { join } from "node:path";
import type { OwnFiles } from "./own-files.ts";

/** The program's own script that Node was given; undefined: there is none, or it only lists tests that are called later. */
export function mainScript(own: OwnFiles): string | undefined {
  return process.env.NODE_TEST_CONTEXT === undefined ? scriptOfCommand(own) : undefined;
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
