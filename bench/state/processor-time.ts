import { readFileSync } from "node:fs";

/** Runs a command, ends as it does, and writes the processor time of all its processes to a file. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
const script = 'TIMEFORMAT="%U %S"; exec 3>&2; { time "${@:2}" 2>&3; } 2>"$1"';

/** The command line that measures the processor time of a command: on a busy machine, seconds say little. */
export function measuring(file: string, command: readonly string[]): [string, ...string[]] {
  return ["bash", "-c", script, "bash", file, ...command];
}

/** In seconds. */
export function processorTimeIn(file: string): number {
  const [user, system] = readFileSync(file, "utf8").trim().split(" ").map(Number);
  return user! + system!;
}
