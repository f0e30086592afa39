/** Loaded by `node --import` before the program. */
import { isScheduled } from "./role.ts";

const log = process.env.CULPRIT_LOG;
if (log && isScheduled(log)) {
  const { install } = await import("./install.ts");
  install(log);
}
