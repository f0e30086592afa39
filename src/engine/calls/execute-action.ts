import { fromBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Operation } from "../protocol/operations_pb.ts";
import { type ActionResult, ExecuteResponseSchema } from "../protocol/remote_execution_pb.ts";
import type { Blob } from "../tree/blob.ts";
import { digestOf } from "../tree/tree-folder.ts";
import { type ActionLimits, ActionWatch } from "./action-watch.ts";
import type { Connection } from "./connection.ts";

/** How the engine answered; `timed out`: it ended the action, which took longer than it may; `overdue`: it did not even do that. */
export type ActionEnd = ActionResult | "timed out" | "overdue";

export interface Executing {
  readonly signal: AbortSignal;
  readonly limits: ActionLimits;
  /** Called if an action that is aborted goes on there, as the engine cannot cancel. */
  readonly onUncancelled: () => void;
}

/**
 * Executes an action that the engine has all files of. Throws a ConnectError if the engine is at fault, whether it says so for
 * the call or in the answer. An aborted one is cancelled, where the engine can do that.
 */
export async function executeAction(
  connection: Connection,
  action: Blob,
  { signal, limits, onUncancelled }: Executing,
): Promise<ActionEnd> {
  const started: Started = { name: undefined };
  const watch = new ActionWatch(limits);
  try {
    return await follow(connection, action, { signal: AbortSignal.any([signal, watch.overdue]), started, watch });
  } catch (error) {
    if ((signal.aborted || watch.overdue.aborted) && started.name) cancel(connection, started.name, onUncancelled);
    if (watch.overdue.aborted && !signal.aborted) return "overdue";
    throw error;
  } finally {
    watch.stop();
  }
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

/** Not every engine can; the time limit of the action ends it then. */
function cancel({ operations }: Connection, name: string, onUncancelled: () => void): void {
  operations.cancelOperation({ name }, { timeoutMs: 5000 }).catch((error: unknown) => {
    if (ConnectError.from(error).code === Code.Unimplemented) onUncancelled();
  });
}
