import type { World } from "../trial/laboratory.ts";
import { RunRecord } from "./record/record.ts";
import type { RunRequest } from "./request.ts";
import type { Run } from "./run.ts";

/** What is searched for as a part of another run, and comes to a `T`. */
export interface InnerSearch<T> {
  readonly kind: string;
  /** Tells it from the other ones of the same run; undefined: its kind does. */
  readonly name?: string;
  readonly request: RunRequest;
  /** What it has to say is shown too. */
  readonly notes?: boolean;
  /** Changes every world before it is executed. */
  readonly dress?: (world: World) => World;
  /** Its record stays, with the files that its result names. */
  readonly isKept?: boolean;
  /** Whether the search came to its end; one that reached a limit goes on when the outer run is resumed. */
  readonly isDone: (result: T) => boolean;
}

/**
 * Makes a run inside of another one, which has ends and a failure of its own. It stops with the outer run, and shows its progress
 * there. What it comes to is plain data, and kept: an outer run that is resumed goes on with an inner one that was stopped, and
 * does not begin one anew that was done.
 */
export async function runInside<T>(
  outer: Run,
  { kind, name = kind, request, notes = false, dress, isKept = false, isDone }: InnerSearch<T>,
  act: (inner: Run) => Promise<T>,
): Promise<T> {
  const resultFile = resultFileOf(name);
  const known = outer.record.load<InnerResult<T>>(resultFile);
  if (known) outer.counts.run += known.executions;
  if (known) return known.result;
  const { listener, stopped } = outer;
  const record = RunRecord.inside(outer.record, name, { kind, request });
  const inner = outer.inside(record, request.conditions, {
    listener: { ...listener, ...(notes ? {} : { onNote: () => {} }) },
    engine: outer.engine,
  });
  if (dress) inner.dress = dress;
  const stop = () => inner.stop(stopped.reason);
  stopped.addEventListener("abort", stop);
  if (stopped.aborted) stop();
  let done = false;
  try {
    const result = await act(inner);
    done = !inner.stopped.aborted && isDone(result);
    if (done) outer.record.save(resultFile, { result, executions: inner.counts.run } satisfies InnerResult<T>);
    return result;
  } finally {
    stopped.removeEventListener("abort", stop);
    outer.counts.run += inner.counts.run;
    await inner.close();
    if (done && !isKept) record.remove();
  }
}

/** The file of the outer record that has what an inner run came to. */
export function resultFileOf(name: string): string {
  return `inner-${name}.json`;
}

interface InnerResult<T> {
  readonly result: T;
  readonly executions: number;
}
