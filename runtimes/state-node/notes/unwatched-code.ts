import { subscribe } from "node:diagnostics_channel";
import type { ProgramNotes } from "./program-notes.ts";

/** Notes that the program starts threads or processes: only its main thread is traced. */
export function noteUnwatchedCode(notes: ProgramNotes): void {
  const noteOnce = (where: string) => {
    let isFirst = true;
    return () => {
      if (isFirst) notes.add({ note: "unwatched", where });
      isFirst = false;
    };
  };
  subscribe("worker_threads", noteOnce("worker threads"));
  subscribe("child_process", noteOnce("other processes"));
}
