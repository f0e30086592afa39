import { fromBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { Operation } from "../protocol/operations_pb.ts";
import { type ActionResult, ExecuteResponseSchema } from "../protocol/remote_execution_pb.ts";
import type { Blob } from "../tree/blob.ts";
import { digestOf } from "../tree/tree-folder.ts";
import type { Connection } from "./connection.ts";

/** How the engine answered; `timed out`: the action took longer than it may. */
export type ActionEnd = ActionResult | "timed out";

/**
 * Executes an action that the engine has all files of. Throws a ConnectError if the engine is at fault, whether it says so for
 * the call or in the answer. An aborted one is cancelled, where the engine can do that.
 */
export async function executeAction(connection: Connection, action: Blob, signal: AbortSignal): Promise<ActionEnd> {
  const started: Started = { name: undefined };
  try {
    return await follow(connection, action, { signal, started });
  } catch (error) {
    if (signal.aborted && started.name) cancel(connection, started.name);
    throw error;
  }
}

interface Started {
  name: string | undefined;
}

interface Following {
  readonly signal: AbortSignal;
  /** The operation, as soon as it is known: one that goes on without us can be followed again, or cancelled. */
  readonly started: Started;
}

async function follow(
  { execution, instance }: Connection,
  action: Blob,
  { signal, started }: Following,
): Promise<ActionEnd> {
  const request = { instanceName: instance, actionDigest: digestOf(action), skipCacheLookup: true };
  try {
    return await answerIn(execution.execute(request, { signal }), started);
  } catch (error) {
    // The stream broke, but the work may go on.
    if (signal.aborted || started.name === undefined || ConnectError.from(error).code !== Code.Unavailable) throw error;
    return answerIn(execution.waitExecution({ name: started.name }, { signal }), started);
  }
}

async function answerIn(stream: AsyncIterable<Operation>, started: Started): Promise<ActionEnd> {
  for await (const operation of stream) {
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
function cancel({ operations }: Connection, name: string): void {
  operations.cancelOperation({ name }, { timeoutMs: 5000 }).catch(() => {});
}
