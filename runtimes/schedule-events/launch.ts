import { fileURLToPath } from "node:url";
import { type NodeControl, nodeEnvironment } from "../shared/node-environment.ts";

export interface AsyncControl extends NodeControl {
  /** A part of the main file's path: the first process that has it is scheduled. */
  readonly process?: string;
}

/** The environment variables by which the first Node process of a command that is not a launcher is controlled. */
export function asyncEnvironment(words: readonly string[], control: AsyncControl): Record<string, string> {
  const chosen = control.process ?? processToSchedule(words);
  return { ...nodeEnvironment(preload, control), ...(chosen === undefined ? {} : { CULPRIT_PROCESS: chosen }) };
}

/** The compiled file that `node --import` loads. */
export const preload = fileURLToPath(new URL("./preload.js", import.meta.url));

/** Of some test runners, the process to schedule is not the first one that is not a launcher. */
function processToSchedule(words: readonly string[]): string | undefined {
  return words.some((word) => /(^|\/)vitest(\.mjs)?$/.test(word)) ? "/vitest/dist/workers/" : undefined;
}
