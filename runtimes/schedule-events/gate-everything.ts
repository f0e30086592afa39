import { syncBuiltinESMExports } from "node:module";
import { virtualTime } from "./clock.ts";
import { gateFiles } from "./files.ts";
import { gateMessages } from "./messages.ts";
import { gateOperations } from "./operations.ts";
import { seededRandom } from "./random.ts";
import { replace } from "./replace.ts";
import { afresh, scoped } from "./scope.ts";
import { gateSockets } from "./sockets.ts";
import { gateTimers } from "./timers.ts";
import { sayWhatIsUncontrolled } from "./uncontrolled.ts";

/** Puts the gate in front of everything asynchronous, and makes time and chance the same in all runs. */
export function gateEverything(epoch: number): void {
  gateFiles();
  gateTimers();
  gateOperations();
  gateSockets();
  gateMessages();
  sayWhatIsUncontrolled();
  seedRandom();
  virtualTime(epoch);
  syncBuiltinESMExports();
}

function seedRandom(): void {
  let random = seededRandom(1);
  afresh(() => {
    random = seededRandom(1);
  });
  replace(
    Math,
    "random",
    scoped(() => random(), Math.random),
  );
}
