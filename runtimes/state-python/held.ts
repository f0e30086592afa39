import { join, resolve } from "node:path";
import { type Held, ofThisTest, readHeld } from "../shared/held.ts";
import { site } from "./launch.ts";

export interface PythonHeld extends Held {
  readonly interpreter: string;
}

/**
 * The command line that goes on from a held program, and becomes `fresh` if it is not there any more. Undefined if it cannot
 * stand for a run from the beginning.
 */
export function heldCommand(holder: string, planFile: string, fresh: readonly string[]): string[] | undefined {
  const held = readHeld<PythonHeld>(holder);
  if (held === undefined) return undefined;
  const request = JSON.stringify({ plan: resolve(planFile), environment: ofThisTest() });
  return [held.interpreter, "-I", "-S", join(site, "culprit_state", "client.py"), holder, request, ...fresh];
}
