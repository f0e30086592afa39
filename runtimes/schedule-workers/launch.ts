import { fileURLToPath } from "node:url";
import { type NodeControl, nodeEnvironment } from "../shared/node-environment.ts";

export interface WorkersControl extends NodeControl {
  /** A folder that keeps instrumented sources for later runs. */
  readonly cache?: string;
}

/** The environment variables that put the threads of a Node program under control; launchers such as npm run as usual. */
export function workersEnvironment(control: WorkersControl): Record<string, string> {
  const { cache } = control;
  return { ...nodeEnvironment(preload, control), ...(cache === undefined ? {} : { CULPRIT_CACHE: cache }) };
}

/** The compiled file that `node --import` loads. */
const preload = fileURLToPath(new URL("./preload.js", import.meta.url));
