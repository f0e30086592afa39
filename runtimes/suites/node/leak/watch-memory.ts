import type { SuitePlan } from "../../../protocol/suite.ts";
import { restoreEnvironment } from "../environment.ts";

/** In a process that runs tests, before any of the program's files is loaded. */
export function watchMemory({ leak, tests }: SuitePlan): void {
  restoreEnvironment();
  if (!leak || !tests) return;
  // Not at the top: most runs do not need it.
  const { watchForLeaks }: typeof import("./leak.ts") = require("./leak.js");
  watchForLeaks(leak, tests);
}
