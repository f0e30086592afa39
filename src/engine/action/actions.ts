import { create, toBinary } from "@bufbuild/protobuf";
import { ActionSchema, CommandSchema } from "../protocol/remote_execution_pb.ts";
import { type Blob, blobOf } from "../tree/blob.ts";
import { digestOf } from "../tree/tree-folder.ts";
import type { TestAction } from "./test-action.ts";

/** Where `worker.pl` writes its record. */
export const recordPath = "output/record";

const usualPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

interface ActionOptions {
  /** What a worker has to have. */
  readonly platform: { name: string; value: string }[];
  /** The engine may keep its result, and use one that it has. */
  readonly isCached: boolean;
  /** Milliseconds that a worker may take besides the test. */
  readonly margin: number;
}

/** An action as an engine takes it, and what else it needs to have. */
export interface EncodedAction {
  readonly action: Blob;
  readonly blobs: readonly Blob[];
}

/** Encodes the actions of a run. */
export class Actions {
  /** How often each was made: the same one again must not be merged with the first. */
  readonly #made = new Map<string, number>();

  make({ input, timeLimit }: TestAction, { platform, isCached, margin }: ActionOptions): EncodedAction {
    const command = encodeCommand(platform);
    const same = `${command.hash} ${input.blob.hash}`;
    const nth = this.#made.get(same) ?? 0;
    this.#made.set(same, nth + 1);
    const seconds = timeLimit && Math.ceil((timeLimit + margin) / 1000);
    const action = create(ActionSchema, {
      commandDigest: digestOf(command),
      inputRootDigest: digestOf(input.blob),
      ...(seconds ? { timeout: { seconds: BigInt(seconds), nanos: 0 } } : {}),
      doNotCache: !isCached,
      salt: Buffer.from(nth === 0 ? "" : String(nth)),
      platform: { properties: platform },
    });
    return { action: blobOf(toBinary(ActionSchema, action)), blobs: [command, ...input.blobs()] };
  }
}

function encodeCommand(properties: ActionOptions["platform"]): Blob {
  const command = create(CommandSchema, {
    arguments: ["/usr/bin/env", "perl", "culprit/worker.pl"],
    environmentVariables: [{ name: "PATH", value: usualPath }],
    outputFiles: [recordPath],
    outputPaths: [recordPath],
    platform: { properties },
  });
  return blobOf(toBinary(CommandSchema, command));
}
