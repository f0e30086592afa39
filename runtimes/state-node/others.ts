import { subscribe } from "node:diagnostics_channel";
import type { Elsewhere } from "./mission.ts";
import { Records } from "./records.ts";

/** Writes down that the program starts threads or processes: only its main thread is looked into. */
export function tellOfOthers(path: string): void {
  const told = new Records(path);
  const tell = (what: Elsewhere["what"]) => {
    let isFirst = true;
    return () => {
      if (isFirst) told.add({ what });
      isFirst = false;
    };
  };
  subscribe("worker_threads", tell("worker threads"));
  subscribe("child_process", tell("other processes"));
}
