import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** What a run left in the project, by paths relative to it. */
export interface LeftFiles {
  /** Files and links that it wrote. */
  readonly written: readonly string[];
  /** Files and folders that it removed. */
  readonly removed: readonly string[];
}

/** Reads the upper layer of an overlay: what was removed is a device with the number 0 there. */
export function leftFiles(layer: string): LeftFiles {
  const written: string[] = [];
  const removed: string[] = [];
  for (const path of readdirSync(layer, { recursive: true, encoding: "utf8" })) {
    const { isDirectory, isCharacterDevice, isSocket } = kindsOf(join(layer, path));
    if (isCharacterDevice) removed.push(path);
    else if (!isDirectory && !isSocket && !path.startsWith(".culprit")) written.push(path);
  }
  return { written: written.sort(), removed: removed.sort() };
}

function kindsOf(path: string) {
  const status = lstatSync(path);
  return {
    isDirectory: status.isDirectory(),
    isCharacterDevice: status.isCharacterDevice(),
    isSocket: status.isSocket() || status.isFIFO(),
  };
}
