import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { RunRecord } from "./record/record.ts";
import type { RunRequest } from "./request.ts";
import { Run } from "./run.ts";

/** What is searched for as a part of another run. */
export interface InnerSearch {
  readonly kind: string;
  readonly request: RunRequest;
}

/**
 * Makes a run inside of another one, which has ends and a failure of its own. It stops with the outer run, and shows its progress
 * there. Its record is gone in the end: an outer run that is resumed begins it anew.
 */
export async function runInside<T>(
  outer: Run,
  { kind, request }: InnerSearch,
  act: (inner: Run) => Promise<T>,
): Promise<T> {
  const folder = join(outer.record.folder, kind);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const { listener, stopped } = outer;
  try {
    const record = RunRecord.create(folder, { kind, version: outer.record.header.version, request });
    const inner = new Run(record, request.conditions, { ...listener, onNote: () => {} });
    const stop = () => inner.stop(stopped.reason);
    stopped.addEventListener("abort", stop);
    if (stopped.aborted) stop();
    try {
      return await act(inner);
    } finally {
      stopped.removeEventListener("abort", stop);
      outer.counts.run += inner.counts.run;
      await inner.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
