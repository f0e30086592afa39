import { readFileSync } from "node:fs";
import { loadAllCommands } from "./commands.ts";
import { overview } from "./help.ts";
import { version } from "./version.ts";

/** What `culprit --help` prints. The build writes it down, because to load all commands takes longer than to start. */
export async function overviewText(): Promise<string> {
  try {
    return readFileSync(new URL("./overview.txt", import.meta.url), "utf8");
  } catch {
    return overview(await loadAllCommands(), version);
  }
}
