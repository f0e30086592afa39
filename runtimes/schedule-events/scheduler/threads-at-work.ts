import fs from "node:fs";
import { real } from "../replacements/real-functions.ts";

const tasks = "/proc/self/task";
const { readdirSync } = fs;

/**
 * Whether another thread of this process computes, waits for a processor, or waits for a disk: an operation of it will end. One
 * that reads a pipe to which nobody writes sleeps. Undefined where the system does not tell.
 */
export function otherThreadsAtWork(): boolean | undefined {
  try {
    const threads = readdirSync(tasks).filter((id) => Number(id) !== process.pid);
    return threads.some((id) => /^[RD]$/.test(stateOf(real.readFileSync(`${tasks}/${id}/stat`, "utf8"))));
  } catch {
    return undefined;
  }
}

/** The letter after the name of the thread, which is in parentheses and may contain any. */
function stateOf(stat: string): string {
  return stat.slice(stat.lastIndexOf(")") + 2)[0]!;
}
