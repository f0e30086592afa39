import { fileURLToPath } from "node:url";
import { type NodeControl, nodeEnvironment } from "../shared/node-environment.ts";

export interface AsyncControl extends NodeControl {
  /** Schedule the first process whose main file's path contains this. */
  readonly process?: string;
}

/** The variables that put the first Node process of the test that is no mere launcher under control. */
export function asyncEnvironment(words: readonly string[], control: AsyncControl): Record<string, string> {
  const chosen = control.process ?? processOf(words);
  return { ...nodeEnvironment(preload, control), ...(chosen === undefined ? {} : { CULPRIT_PROCESS: chosen }) };
}

/** The compiled file that `node --import` loads: beside this one. */
export const preload = fileURLToPath(new URL("./preload.js", import.meta.url));

/** Test runners whose processes cannot be told from their main file alone. */
function processOf(words: readonly string[]): string | undefined {
  return words.some((word) => /(^|\/)vitest(\.mjs)?$/.test(word)) ? "/vitest/dist/workers/" : undefined;
}
