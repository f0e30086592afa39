import { asyncSlowdown } from "./schedule-async.ts";
import { exploration } from "./schedule-exploration.ts";
import { isolation } from "./schedule-isolation.ts";
import { largePrograms } from "./schedule-large.ts";
import { librarySlowdown } from "./schedule-library.ts";
import { nativeSlowdown } from "./schedule-native.ts";
import { replays } from "./schedule-replay.ts";
import { workersSlowdown } from "./schedule-workers.ts";

const parts: Record<string, (words: readonly string[]) => Promise<void>> = {
  native: nativeSlowdown,
  large: largePrograms,
  workers: workersSlowdown,
  async: asyncSlowdown,
  library: librarySlowdown,
  exploration,
  isolation,
  replay: replays,
};

/** All parts, or those named; other words choose the programs by a part of their names. */
export async function schedule(options: readonly string[]): Promise<void> {
  const words = options.filter((word) => !(word in parts));
  const named = options.filter((word) => word in parts);
  for (const [name, run] of Object.entries(parts)) {
    if (named.length === 0 || named.includes(name)) await run(words);
  }
}
