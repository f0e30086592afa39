import { basename } from "node:path";

/** What to do about the folder of a run that cannot be read. */
export function damagedMessage(folder: string): string {
  return `The record of the run ${basename(folder)} is damaged: ${folder} cannot be read; remove that folder if you do not need it.`;
}
