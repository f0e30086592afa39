import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Tools } from "./tools.ts";

/** How to run a program of a suite. */
export interface Command {
  /** Of a shell. */
  readonly text: string;
  /** Where it starts; each run gets a copy, whatever the last one left there. */
  readonly folder?: string;
  /** A file that is wrong if it differs from that of the first run. */
  readonly output?: string;
}

/**
 * Writes a script that fails where the study sees a failure: at a signal, a deadlock, a run without end, or another output. Not at
 * the status of the program: some return 6, or what a register has.
 */
export function writeTestScript({ folder, text, output = "" }: Command, title: string, tools: Tools): string {
  const script = join(tools.folder, `${title}.sh`);
  const [fresh, expected] = [join(tools.folder, "fresh"), join(tools.folder, `${title}.expected`)];
  const start =
    folder === undefined ? "" : `rm -rf ${fresh} && cp -r '${folder}' ${fresh} && cd ${fresh} || exit 125\n`;
  const body = `${start}${text}\nstatus=$?\n[ $status -lt ${deadlock} ] || exit $status\n`;
  if (output !== "") {
    writeFileSync(script, `${body}cp '${output}' '${expected}'\n`);
    tools.culprit(["schedule", "record", "--", "sh", script]);
  }
  writeFileSync(script, existsSync(expected) ? `${body}cmp '${output}' '${expected}'\n` : body);
  return script;
}

/** The lowest status that our runtime gives to a program that it ends; signals have higher ones. */
const deadlock = 123;
