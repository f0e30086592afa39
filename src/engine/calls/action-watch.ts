import { fromBinary } from "@bufbuild/protobuf";
import type { Operation } from "../protocol/operations_pb.ts";
import { ExecuteOperationMetadataSchema } from "../protocol/remote_execution_pb.ts";

/** The stage of an action that a worker has, by its number in the protocol. */
const executing = 3;

/** How long an action may take, in milliseconds. */
export interface ActionLimits {
  /** On a worker; undefined: as long as it takes. */
  readonly executing: number | undefined;
  /** Until a worker has it; afterwards `onWaiting` is called, once. */
  readonly waiting: number;
  readonly onWaiting: () => void;
}

/**
 * Notices an action that does not end, though the engine should have ended it, and one that no worker takes. Only the first can be
 * given up: engines are busy for hours. An engine that does not say when an action begins is not watched.
 */
export class ActionWatch {
  readonly #limits: ActionLimits;
  readonly #overdue = new AbortController();
  #timer: NodeJS.Timeout;
  #isExecuting = false;

  constructor(limits: ActionLimits) {
    this.#limits = limits;
    this.#timer = setTimeout(limits.onWaiting, limits.waiting);
  }

  /** Aborts when the action has taken longer than it may. */
  get overdue(): AbortSignal {
    return this.#overdue.signal;
  }

  see({ metadata }: Operation): void {
    if (this.#isExecuting || stageOf(metadata?.value) !== executing) return;
    this.#isExecuting = true;
    clearTimeout(this.#timer);
    const { executing: limit } = this.#limits;
    if (limit !== undefined) this.#timer = setTimeout(() => this.#overdue.abort(), limit);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Undefined: the engine does not say. */
function stageOf(metadata: Uint8Array | undefined): number | undefined {
  try {
    return metadata ? fromBinary(ExecuteOperationMetadataSchema, metadata).stage : undefined;
  } catch {
    return undefined; // engines may have metadata of their own
  }
}
