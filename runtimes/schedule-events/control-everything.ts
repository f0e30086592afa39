import { syncBuiltinESMExports } from "node:module";
import { seededRandom } from "../shared/seeded-random.ts";
import { controlMessages } from "./connections/message-ports.ts";
import { controlSockets } from "./connections/sockets.ts";
import { controlFiles } from "./files/files.ts";
import { controlThreadPool } from "./operations/thread-pool.ts";
import { replace } from "./replacements/replace.ts";
import { ifControlled } from "./replacements/scope.ts";
import { onReset } from "./scheduler/resets.ts";
import { controlTimers } from "./time/timers.ts";
import { useVirtualTime } from "./time/virtual-time.ts";
import { logUncontrolledUse } from "./uncontrolled/outside-calls.ts";

/** Makes everything asynchronous an event, and time and random numbers the same in all runs. */
export function controlEverything(epoch: number): void {
  controlFiles();
  controlTimers();
  controlThreadPool();
  controlSockets();
  controlMessages();
  logUncontrolledUse();
  seedRandom();
  useVirtualTime(epoch);
  syncBuiltinESMExports();
}

function seedRandom(): void {
  let random = seededRandom(1);
  onReset(() => {
    random = seededRandom(1);
  });
  replace(
    Math,
    "random",
    ifControlled(() => random(), Math.random),
  );
}
