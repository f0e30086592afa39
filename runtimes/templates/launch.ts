import { fileURLToPath } from "node:url";

const startCopy = fileURLToPath(new URL("start-copy.pl", import.meta.url));

/** The folder of `culprit_templates`. */
export const templateCode = fileURLToPath(new URL(".", import.meta.url));

/** The words that start a run as a copy of a template; where there is none at `socket`-SLOT, as the command. */
export function copyOrCommand(socket: string, planFile: string, command: readonly string[]): readonly string[] {
  return ["perl", startCopy, socket, planFile, ...command];
}
