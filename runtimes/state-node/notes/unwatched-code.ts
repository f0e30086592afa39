import { subscribe } from "node:diagnostics_channel";
import type { ProgramNotes } from "./program-notes.ts";

/** Notes that the program starts threads or processes: only its main thread is traced. */
export function noteUnwatchedCode(notes: ProgramNotes): void {
  noteThreads(notes);
  subscribe("child_process", noteOnce(notes, "other processes"));
}

/** Notes that the program starts threads. */
export function noteThreads(notes: ProgramNotes): void {
  subscribe("worker_threads", noteOnce(notes, "worker threads"));
}

function noteOnce(notes: ProgramNotes, where: string): () => void {
  let isFirst = true;
  return () => {
    if (isFirst) notes.add({ note: "unwatched", where });
    isFirst = false;
  };
}
