import { fileURLToPath } from "node:url";
import { type NodeControl, nodeEnvironment } from "../shared/node-environment.ts";

export interface WorkersControl extends NodeControl {
  /** Where sources with steps are kept from run to run. */
  readonly cache?: string;
}

/** The variables that put the threads of the first Node process of the test that is no mere launcher under control. */
export function workersEnvironment(control: WorkersControl): Record<string, string> {
  const { cache } = control;
  return { ...nodeEnvironment(preload, control), ...(cache === undefined ? {} : { CULPRIT_CACHE: cache }) };
}

/** The compiled file that `node --import` loads: beside this one. */
const preload = fileURLToPath(new URL("./preload.js", import.meta.url));
