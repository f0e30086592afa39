import { fromBinary } from "@bufbuild/protobuf";
import type { Operation } from "../protocol/operations_pb.ts";
import { ExecuteOperationMetadataSchema } from "../protocol/remote_execution_pb.ts";

/** The stage of an action that a worker has, by its number in the protocol. */
const executing = 3;

/** How long an action may take, in milliseconds. */
export interface ActionLimits {
  /** Until the engine says anything about it. */
  readonly answering: number;
  /** On a worker; undefined: as long as it takes. */
  readonly executing: number | undefined;
  /** If the engine never says at which stage it is, with the time that it waits for a worker; undefined: as long as it takes. */
  readonly unstaged: number | undefined;
  /** Until a worker has it, if the engine says when that is; afterwards `onWaiting` is called, once. */
  readonly waiting: number;
  readonly onWaiting: () => void;
}

/** Why an action is given up: it should have ended, or the engine said nothing about it. */
export type GivenUp = "overdue" | "silent";

/**
 * Notices an action that does not end, though the engine should have ended it, one of which the engine says nothing, and one that no
 * worker takes. The last is not given up: engines are busy for hours.
 */
export class ActionWatch {
  readonly #limits: ActionLimits;
  readonly #givenUp = new AbortController();
  readonly #waiting: NodeJS.Timeout;
  #limit: NodeJS.Timeout | undefined;
  #stage: "unanswered" | "unknown" | "waiting" | "executing" = "unanswered";
  #began = performance.now();

  constructor(limits: ActionLimits) {
    this.#limits = limits;
    this.#waiting = setTimeout(limits.onWaiting, limits.waiting);
    this.#giveUpAfter(limits.answering, "silent");
  }

  /** Aborts when the action has taken longer than it may; the reason is a `GivenUp`. */
  get givenUp(): AbortSignal {
    return this.#givenUp.signal;
  }

  /** For how long a worker has had it; if the engine does not say since when, since the engine was asked. */
  get milliseconds(): number {
    return performance.now() - this.#began;
  }

  see({ metadata }: Operation): void {
    const stage = stageOf(metadata?.value);
    if (this.#stage === "executing") return;
    if (stage === executing) {
      this.#stage = "executing";
      this.#began = performance.now();
      clearTimeout(this.#waiting);
      this.#giveUpAfter(this.#limits.executing, "overdue");
    } else if (stage) {
      this.#stage = "waiting";
      this.#giveUpAfter(undefined, "silent");
    } else if (this.#stage === "unanswered") {
      // It may run already.
      this.#stage = "unknown";
      clearTimeout(this.#waiting);
      this.#giveUpAfter(this.#limits.unstaged, "silent");
    }
  }

  stop(): void {
    clearTimeout(this.#waiting);
    clearTimeout(this.#limit);
  }

  #giveUpAfter(milliseconds: number | undefined, why: GivenUp): void {
    clearTimeout(this.#limit);
    if (milliseconds === undefined) return;
    this.#limit = setTimeout(() => this.#givenUp.abort(why), Math.min(milliseconds, longestTimer));
  }
}

/** Milliseconds; a timer of Node that is set for longer ends at once. */
const longestTimer = 2 ** 31 - 1;

/** Undefined or 0: the engine does not say. */
function stageOf(metadata: Uint8Array | undefined): number | undefined {
  try {
    return metadata ? fromBinary(ExecuteOperationMetadataSchema, metadata).stage : undefined;
  } catch {
    return undefined; // engines may have metadata of their own
  }
}
