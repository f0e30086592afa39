import { fromBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Operation } from "../protocol/operations_pb.ts";
import { type ActionResult, ExecuteResponseSchema } from "../protocol/remote_execution_pb.ts";
import type { Blob } from "../tree/blob.ts";
import { digestOf } from "../tree/tree-folder.ts";
import { type ActionLimits, ActionWatch, type GivenUp } from "./action-watch.ts";
import type { Connection } from "./connection.ts";

/** How the engine answered; `timed out`: it ended the action, which took longer than it may; otherwise it did not even do that. */
export type ActionEnd = ActionResult | "timed out" | GivenUp;

/** An action that has ended, or is given up. */
export interface EndedAction {
  readonly end: ActionEnd;
  /** For how long a worker had it, as far as the engine says; not how long it waited for one. */
  readonly milliseconds: number;
}

export interface Executing {
  readonly signal: AbortSignal;
  readonly limits: ActionLimits;
  /** Called with the operation if nobody needs the action any more; undefined: the engine has not said which one it is. */
  readonly onLeft: (operation: string | undefined) => void;
}

/**
 * Executes an action that the engine has all files of. Throws a ConnectError if the engine is at fault, whether it says so for
 * the call or in the answer.
 */
export async function executeAction(
  connection: Connection,
  action: Blob,
  { signal, limits, onLeft }: Executing,
): Promise<EndedAction> {
  signal.throwIfAborted();
  const started: Started = { name: undefined };
  const watch = new ActionWatch(limits);
  const { givenUp } = watch;
  try {
    const end = await follow(connection, action, { signal: AbortSignal.any([signal, givenUp]), started, watch });
    return { end, milliseconds: watch.milliseconds };
  } catch (error) {
    if (signal.aborted || givenUp.aborted) onLeft(started.name);
    if (givenUp.aborted && !signal.aborted) return { end: givenUp.reason as GivenUp, milliseconds: watch.milliseconds };
    throw error;
  } finally {
    watch.stop();
  }
}

/** Not every engine can; the time limit of the action ends it then. */
export function cancelAction({ operations }: Connection, name: string, onUncancelled: () => void): void {
  operations.cancelOperation({ name }, { timeoutMs: 5000 }).catch((error: unknown) => {
    if (ConnectError.from(error).code === Code.Unimplemented) onUncancelled();
  });
}

interface Started {
  name: string | undefined;
}

interface Following {
  readonly signal: AbortSignal;
  /** The operation, as soon as it is known: one that goes on without us can be followed again, or cancelled. */
  readonly started: Started;
  readonly watch: ActionWatch;
}

async function follow(
  { execution, instance }: Connection,
  action: Blob,
  { signal, ...following }: Following,
): Promise<ActionEnd> {
  const request = { instanceName: instance, actionDigest: digestOf(action), skipCacheLookup: true };
  try {
    return await answerIn(execution.execute(request, { signal }), following);
  } catch (error) {
    // The stream broke, but the work may go on.
    const { name } = following.started;
    if (signal.aborted || name === undefined || ConnectError.from(error).code !== Code.Unavailable) throw error;
    return answerIn(execution.waitExecution({ name }, { signal }), following);
  }
}

async function answerIn(
  stream: AsyncIterable<Operation>,
  { started, watch }: Omit<Following, "signal">,
): Promise<ActionEnd> {
  for await (const operation of stream) {
    watch.see(operation);
    if (operation.name !== "") started.name = operation.name;
    if (operation.done) return resultOf(operation);
  }
  throw new ConnectError("the engine ended its answer before the test had ended", Code.Unavailable);
}

function resultOf({ result }: Operation): ActionEnd {
  if (result.case === "error") throw new ConnectError(result.value.message, result.value.code as Code);
  if (result.case !== "response") throw new ConnectError("the engine's answer is empty", Code.Internal);
  const { status, result: done } = fromBinary(ExecuteResponseSchema, result.value.value);
  const code = status?.code ?? 0;
  if (code === Code.DeadlineExceeded) return "timed out";
  if (code !== 0) throw new ConnectError(status!.message, code as Code);
  if (!done) throw new ConnectError("the engine's answer has no result", Code.Internal);
  return done;
}
