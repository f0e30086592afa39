/** `node --import` loads this file before the program. */
import { isScheduled } from "./whole-process/scheduled-process.ts";

const log = process.env.CULPRIT_LOG;
if (log && isScheduled(log)) {
  const { install } = await import("./whole-process/install.ts");
  install(log);
}
