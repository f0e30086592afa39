import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The processes of programs that have this word, once there are no more than expected, or after a while. */
export async function processesOf(word: string, expected = 0): Promise<string[]> {
  let found = listProcesses(word);
  for (let i = 0; i < 50 && found.length > expected; i++) {
    await sleep(100);
    found = listProcesses(word);
  }
  return found;
}

function listProcesses(word: string): string[] {
  const commandOf = (id: string) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8");
    } catch {
      return "";
    }
  };
  return readdirSync("/proc").filter((id) => /^\d+$/.test(id) && commandOf(id).split("\0").includes(word));
}
